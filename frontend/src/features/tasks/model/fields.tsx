// The visible fields of a task. Cards do not import this file: it is loaded with lists, the panel and filters.
import type { ReactNode } from 'react';
import { TASK_PRIORITIES, TASK_STATUSES } from '@contract/enums';
import type { TaskField } from '@contract/tasks';
import { Calendar, CalendarArrowUp, Folder, Tag, UserRound } from 'lucide-react';
import { formatDay, formatDueValue } from '../../../lib/dates/format';
import { PRIORITY_LABELS, STATUS_LABELS } from '../../../lib/text';
import { joined } from '../../../texts/joined';
import { tasksTexts } from '../../../texts/tasks';
import { Avatar, NoAvatar } from '../../../ui/Avatar';
import { DueLabel } from '../../../ui/DueLabel';
import { PriorityBadge } from '../../../ui/PriorityBadge';
import { PriorityIcon } from '../../../ui/PriorityIcon';
import { ProjectName } from '../../../ui/ProjectName';
import type { SelectItem } from '../../../ui/SelectList';
import { StatusIcon } from '../../../ui/StatusIcon';
import { TagList } from '../../../ui/TagList';
import { TaskColumnBadge } from '../../projects/columns/TaskColumns';
import { PRIORITY_ITEMS, STATUS_ITEMS } from './selectOptions';
import type { TaskFieldsFragment } from './TaskFields.generated';
import type { TaskValues } from './taskValues';

interface FieldDescriptor {
  label: string;
  /** Represents the field in menus and toolbars. */
  icon: ReactNode;
  /** The value in a table. */
  cell: (task: TaskFieldsFragment) => ReactNode;
}

/** A field with a fixed set of values, for which the panel has a select. */
interface ChoiceDescriptor<Value> extends FieldDescriptor {
  items: readonly SelectItem<string>[];
  /** The value of an item. */
  parse: (item: string) => Value | undefined;
}

const choice = <Name extends TaskField>(descriptor: ChoiceDescriptor<TaskValues[Name]>) => descriptor;
const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (item: string): Value | undefined =>
    values.find((value) => value === item);

const { fields: labels } = tasksTexts;

/** The fields in the order of the panel. */
export const TASK_FIELDS = {
  status: choice<'status'>({
    label: labels.status,
    icon: <StatusIcon status="IN_PROGRESS" tone="field" />,
    cell: (task) => <TaskColumnBadge task={task} className="max-md:max-w-32 max-md:gap-1 max-md:text-xs" />,
    items: STATUS_ITEMS,
    parse: oneOf(TASK_STATUSES),
  }),
  dueDate: {
    label: labels.dueDate,
    icon: <Calendar />,
    cell: (task) => <DueLabel task={task} />,
  },
  startDate: {
    label: labels.startDate,
    icon: <CalendarArrowUp />,
    cell: ({ startDate }) => startDate && formatDay(startDate),
  },
  priority: choice<'priority'>({
    label: labels.priority,
    icon: <PriorityIcon priority="HIGH" tone="field" />,
    cell: ({ priority }) => <PriorityBadge priority={priority} labelClass="@max-[62rem]:sr-only" />,
    items: PRIORITY_ITEMS,
    parse: oneOf(TASK_PRIORITIES),
  }),
  project: {
    label: labels.project,
    icon: <Folder />,
    cell: ({ project }) => <ProjectName project={project} />,
  },
  assignee: {
    label: labels.assignee,
    icon: <UserRound />,
    cell: ({ assignee }) =>
      assignee ? (
        <>
          <span className="sr-only">{tasksTexts.assigned}</span>
          <Avatar user={assignee} />
        </>
      ) : (
        <NoAvatar />
      ),
  },
  tags: {
    label: labels.tags,
    icon: <Tag />,
    cell: ({ tags, project }) => <TagList tags={tags} projectId={project.id} />,
  },
} as const satisfies Record<string, FieldDescriptor>;

export type ShownField = keyof typeof TASK_FIELDS;
/** A field whose values are the items of its descriptor. */
export type ChoiceField = {
  [Name in ShownField]: (typeof TASK_FIELDS)[Name] extends { items: unknown } ? Name : never;
}[ShownField];

export const isChoice = (name: ShownField): name is ChoiceField => 'items' in TASK_FIELDS[name];

/** Formats values for sentences; people are identified by name. */
const FORMATS: { [Name in TaskField]: (value: TaskValues[Name], personName: (id: string) => string) => string } = {
  title: (title) => title,
  description: (description) => description,
  status: (status) => STATUS_LABELS[status],
  priority: (priority) => PRIORITY_LABELS[priority],
  dueDate: (due) => (due ? formatDueValue(due) : tasksTexts.panel.noDueDate),
  startDate: (day) => (day ? formatDay(day) : tasksTexts.panel.noStartDate),
  tags: (tags) => joined(tags),
  assigneeId: (id, personName) => (id === null ? '' : personName(id)),
};

const someone = (): string => tasksTexts.someone;

/** Formats a value from the history or the queue. */
export const formatField = (name: TaskField, value: unknown, personName: (id: string) => string = someone): string => {
  const format = FORMATS[name] as (value: unknown, personName: (id: string) => string) => string | undefined;
  // A newer server may have values that this version does not know.
  return format(value, personName) ?? String(value);
};
