import type { ReactNode } from 'react';
import { Calendar, CircleCheck, Clock, Columns3, GitFork, OctagonMinus, Tag } from 'lucide-react';
import { TASK_STATUSES } from '@contract/enums';
import { useAllProjects } from '../../projects/useProjects';
import { useCurrentUser } from '../../account/session/SessionContext';
import { controlsTexts } from '../../../texts/controls';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar, NoAvatar } from '../../../ui/Avatar';
import type { SelectItem } from '../../../ui/SelectList';
import { useTagsOf } from '../model/useTagsOf';
import { TASK_FIELDS } from '../model/fields';
import { personItem, projectItems } from '../model/selectOptions';
import type { FilterCondition } from './params';
import { ME, NONE, OFFERED_DONE_DAYS, OFFERED_DUES, type TaskFilters, type TaskLayout } from './taskFilters';
import { columnItem } from '../../projects/columns/columnItem';
import { useCustomColumns } from '../../projects/columns/useCustomColumns';
import type { FilterPerson } from './useFilterPeople';

/** Filters with a list of values. The search and the range of days have their own controls. */
type MenuFilter = Exclude<FilterCondition, 'search' | 'dueFrom' | 'dueTo'>;

/** A filter of a list, with its possible values. */
export interface FilterField {
  name: MenuFilter;
  label: string;
  icon: ReactNode;
  /** The label for no values. */
  all: string;
  items: readonly SelectItem<string>[];
  values: readonly string[];
  /** A shorter label, used with several values. */
  short?: string | undefined;
  onValuesChange: (values: readonly string[]) => void;
  /** Whether it has a button next to the filter menu even while it is off. */
  isAlwaysShown?: boolean;
}

export interface FilterFieldsProps {
  filters: TaskFilters;
  onChange: (changes: Partial<TaskFilters>) => void;
  people: readonly FilterPerson[];
  /** Whether all tasks belong to one project, which then cannot be chosen. */
  isOfProject?: boolean | undefined;
  /** By default, a list. */
  layout?: TaskLayout;
  /** Whether all filters can be chosen now, so that their values are loaded. */
  isOpen?: boolean | undefined;
}

const { filters: words } = tasksTexts;
// Constant elements, so that equal values compare as equal and a filter shows each once.
const DAY = <Calendar />;
const LATE = <Clock />;
const TAG = <Tag />;
const COLUMN = <Columns3 />;
const SUBTASKS = <GitFork className="rotate-180" />;
const BLOCKED = <OctagonMinus />;
const NOT_DONE = TASK_STATUSES.filter((status) => status !== 'DONE');

/** Adds chosen values that are not loaded, with the best available name. */
const withUnknown = (
  items: readonly SelectItem<string>[],
  values: readonly string[],
  label: (value: string) => string,
): readonly SelectItem<string>[] => [
  ...items,
  ...values
    .filter((value) => !items.some((item) => item.value === value))
    .map((value) => ({ value, label: label(value) })),
];

/** Returns the filters of tasks with their values, for all controls that offer them. */
export const useFilterFields = (props: FilterFieldsProps): readonly FilterField[] => {
  const { filters, onChange, people, isOfProject = false, layout = 'list', isOpen = false } = props;
  const isList = layout === 'list';
  const { projects } = useAllProjects();
  const user = useCurrentUser();
  const chosenIds = filters.projectIds.length > 0 ? filters.projectIds : (projects ?? []).map(({ id }) => id);
  const tags = useTagsOf(chosenIds, isOpen);
  const field = (name: MenuFilter, rest: Omit<FilterField, 'name' | 'values' | 'onValuesChange'>): FilterField => {
    const value: string | readonly string[] = filters[name];
    const isOne = typeof value === 'string';
    return {
      name,
      ...rest,
      values: isOne ? [value].filter(Boolean) : value,
      // A filter that has one value takes the one that was chosen last.
      onValuesChange: (values) => onChange({ [name]: isOne ? (values.at(-1) ?? '') : values }),
    };
  };

  const { dues, assignees, projectIds, columnIds } = filters;
  const isOfColumns = columnIds.length > 0;
  const columns = useCustomColumns(projectIds, isOpen || isOfColumns, isOfColumns);
  const offered = (['OVERDUE', 'TODAY', 'WEEK', 'THIS_WEEK', 'NEXT_WEEK', 'LATER', 'NONE'] as const).filter(
    (due) => dues.includes(due) || OFFERED_DUES.some((each) => each === due),
  );
  const known: Record<MenuFilter, FilterField | null> = {
    statuses:
      layout === 'board' && filters.statuses.length === 0
        ? null
        : field('statuses', {
            ...TASK_FIELDS.status,
            all: words.allStatus,
            short: filters.statuses.join() === NOT_DONE.join() ? words.notDone : undefined,
            isAlwaysShown: isList,
          }),
    columnIds:
      columns.length === 0 && !isOfColumns
        ? null
        : field('columnIds', {
            label: words.column,
            icon: COLUMN,
            all: words.anyColumn,
            items: withUnknown(columns.map(columnItem), columnIds, () => words.unknownColumn),
          }),
    priorities: field('priorities', { ...TASK_FIELDS.priority, all: words.allPriority, isAlwaysShown: isList }),
    projectIds: isOfProject
      ? null
      : field('projectIds', {
          ...TASK_FIELDS.project,
          all: words.allProjects,
          items: withUnknown(projectItems(projects), projectIds, () => words.unknownProject),
        }),
    assignees: field('assignees', {
      ...TASK_FIELDS.assignee,
      all: words.anyone,
      items: withUnknown(
        [
          { value: ME, label: words.assignedToMe, icon: <Avatar user={user} decorative /> },
          { value: NONE, label: controlsTexts.noAssignee, icon: <NoAvatar decorative /> },
          ...people.map(personItem),
        ],
        assignees,
        () => words.unknownPerson,
      ),
    }),
    dues: field('dues', {
      ...TASK_FIELDS.dueDate,
      label: words.due,
      all: words.any('dueDate'),
      items: offered.map((value) => ({ value, label: words.dues[value], icon: value === 'OVERDUE' ? LATE : DAY })),
    }),
    tags: field('tags', {
      ...TASK_FIELDS.tags,
      label: controlsTexts.tags,
      all: words.anyTag,
      items: [...new Set([...filters.tags, ...tags])].map((value) => ({ value, label: value, icon: TAG })),
    }),
    level: field('level', {
      label: words.subtasks,
      icon: SUBTASKS,
      all: words.withSubtasks,
      // The subtasks of one task are not offered, but a saved view of a program can show them.
      items: withUnknown(
        [{ value: 'top', label: words.withoutSubtasks, icon: SUBTASKS }],
        [filters.level].filter(Boolean),
        () => words.subtasks,
      ),
    }),
    blocked: field('blocked', {
      label: words.blocked,
      icon: BLOCKED,
      all: words.blockedOrNot,
      items: (['true', 'false'] as const).map((value) => ({ value, label: words.isBlocked[value], icon: BLOCKED })),
    }),
    doneDays: field('doneDays', {
      label: words.done,
      icon: <CircleCheck />,
      all: words.doneAtAnyTime,
      items: withUnknown(
        OFFERED_DONE_DAYS.map((value) => ({ value, label: words.doneDays(Number(value)), icon: <CircleCheck /> })),
        [filters.doneDays].filter(Boolean),
        (value) => words.doneDays(Number(value)),
      ),
    }),
  };
  return Object.values(known).filter((each) => each !== null);
};
