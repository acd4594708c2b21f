import type { ReactNode } from 'react';
import type { TaskGrouping, TaskStatus } from '@contract/enums';
import { userTimeZone } from '../../../lib/dates/userTimeZone';
import { EARLIER, FIXED_GROUPS, createGroupFilter } from '@contract/taskGroups';
import { NONE, type Days, type TaskListFilter } from '@contract/taskList';
import { quickDays } from '../../../lib/dates/localDays';
import { compareNames, fullName, STATUS_LABELS } from '../../../lib/text';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar, NoAvatar } from '../../../ui/Avatar';
import { ProjectDot } from '../../../ui/ProjectDot';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import { ColumnIcon, StatusIcon } from '../../../ui/StatusIcon';
import type { NewTaskPreset } from '../model/newTaskPreset';
import type { TaskGroupsQuery } from './TaskGroups.generated';
import type { GroupBy } from './taskFilters';

/** A group with the server's count. */
export type CountedGroup = NonNullable<TaskGroupsQuery['taskGroups']>[number];

/** The name of a group, and its icon. */
export interface GroupName {
  key: string;
  name: string;
  mark: ReactNode;
}

/** The grouping in the server's format. */
export const GROUPING_OF: Record<Exclude<GroupBy, ''>, TaskGrouping> = {
  status: 'STATUS',
  column: 'COLUMN',
  project: 'PROJECT',
  assignee: 'ASSIGNEE',
  due: 'DUE',
};

const { group: texts } = tasksTexts;

/**
 * Returns the grouping of a list: by status instead of columns if it has tasks of several projects, or of one with the
 * default columns.
 */
export const groupingOf = (groupBy: Exclude<GroupBy, ''>, columns: readonly ProjectColumn[]): Exclude<GroupBy, ''> =>
  groupBy === 'column' && columns.length === 0 ? 'status' : groupBy;

const nameOf = (
  groupBy: Exclude<GroupBy, ''>,
  { key, project, assignee }: Pick<CountedGroup, 'key' | 'project' | 'assignee'>,
  columns: readonly ProjectColumn[],
): GroupName => {
  switch (groupBy) {
    case 'column': {
      const column = columns.find(({ id }) => id === key);
      return {
        key,
        name: column?.name ?? '',
        mark: column && <ColumnIcon status={column.status} color={column.color} />,
      };
    }
    case 'status':
      return { key, name: STATUS_LABELS[key as TaskStatus], mark: <StatusIcon status={key as TaskStatus} /> };
    case 'project':
      return { key, name: project?.name ?? '', mark: project && <ProjectDot color={project.color} /> };
    case 'assignee':
      return assignee
        ? { key, name: fullName(assignee), mark: <Avatar user={assignee} decorative /> }
        : { key, name: texts.noAssignee, mark: <NoAvatar decorative /> };
    case 'due':
      return { key, name: texts.due[key as keyof typeof texts.due], mark: null };
  }
};

/** Projects and people by name, unassigned last. */
const byName = (a: GroupName, b: GroupName): number =>
  Number(a.key === NONE) - Number(b.key === NONE) || compareNames(a.name, b.name) || (a.key < b.key ? -1 : 1);

/**
 * Returns the groups of a list with their names and counts, in order. Includes the empty fixed groups that its filter
 * allows, because a task may move there before the server has counted again.
 */
export const orderGroups = (
  groupBy: Exclude<GroupBy, ''>,
  counted: readonly CountedGroup[],
  columns: readonly ProjectColumn[] = [],
  { statuses, columnIds }: TaskListFilter = {},
): readonly (GroupName & { count: number })[] => {
  const found = new Map(
    counted.map((group) => [group.key, { ...nameOf(groupBy, group, columns), count: group.count }]),
  );
  const fixed = groupBy === 'column' ? columns.map(({ id }) => id) : FIXED_GROUPS[GROUPING_OF[groupBy]];
  if (!fixed) return [...found.values()].toSorted(byName);
  const wanted: readonly string[] = (groupBy === 'status' ? statuses : groupBy === 'column' ? columnIds : null) ?? [];
  const allowed = wanted.length > 0 ? fixed.filter((key) => wanted.includes(key)) : fixed;
  return allowed.map(
    (key) => found.get(key) ?? { ...nameOf(groupBy, { key, project: null, assignee: null }, columns), count: 0 },
  );
};

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** Returns the filter that selects the tasks of one group, which the list's own filter must allow. */
export const filterOfGroup = <Filter extends TaskListFilter>(
  filter: Filter,
  groupBy: Exclude<GroupBy, ''>,
  key: string,
  days: Days,
): Filter => {
  const own = createGroupFilter(GROUPING_OF[groupBy], key, days);
  const { dueDayFrom, dueDayTo } = filter;
  const timeZone = groupBy === 'due' ? userTimeZone() : undefined;
  return {
    ...filter,
    ...own,
    ...(own.dueDayFrom && dueDayFrom && { dueDayFrom: later(own.dueDayFrom, dueDayFrom) }),
    ...(own.dueDayTo && dueDayTo && { dueDayTo: earlier(own.dueDayTo, dueDayTo) }),
    ...(timeZone && { timeZone }),
  };
};

/** Whether a group is collapsed at first, because its tasks are completed. */
export const startsCollapsed = (groupBy: GroupBy, key: string): boolean => groupBy === 'due' && key === EARLIER;

/** Returns the initial values of a new task in a group; null if there are none, as for tasks due later. */
export const groupPreset = (
  groupBy: Exclude<GroupBy, ''>,
  key: string,
  columns: readonly ProjectColumn[],
): (NewTaskPreset & { status?: TaskStatus | undefined }) | null => {
  if (groupBy === 'status') return { status: key as TaskStatus };
  if (groupBy === 'column') {
    const column = columns.find(({ id }) => id === key);
    return column ? { status: column.status, projectId: column.projectId, column } : null;
  }
  if (groupBy === 'project') return { projectId: key };
  if (groupBy === 'assignee') return { assigneeId: key === NONE ? '' : key };
  if (key === 'TODAY') return { day: quickDays().today };
  return key === 'NONE' ? {} : null;
};
