import { t } from '@lingui/core/macro';
import type { TaskField } from '@contract/tasks';

/** The names of a task's fields, as labels and within sentences. History lists changes in this order. */
export const TASK_FIELD_NAMES = {
  status: { label: t`Status`, name: t`status` },
  priority: { label: t`Priority`, name: t`priority` },
  title: { label: t`Title`, name: t`title` },
  description: { label: t`Description`, name: t`description` },
  dueDate: { label: t`Due Date`, name: t`due date` },
  startDate: { label: t`Start date`, name: t`start date` },
  tags: { label: t`Tags`, name: t`tags` },
  assigneeId: { label: t`Assignee`, name: t`assignee` },
} as const satisfies Record<TaskField, { label: string; name: string }>;

export const FIELD_ORDER = Object.keys(TASK_FIELD_NAMES) as readonly TaskField[];

export const isTaskField = (name: string): name is TaskField => Object.hasOwn(TASK_FIELD_NAMES, name);

/** The name of a field within a sentence; undefined for fields that people do not change. */
export const taskFieldName = (name: string): string | undefined =>
  isTaskField(name) ? TASK_FIELD_NAMES[name].name : undefined;
