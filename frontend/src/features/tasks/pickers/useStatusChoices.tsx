import type { ReactNode } from 'react';
import { columnItem } from '../../projects/columns/columnItem';
import { columnOf } from '../../projects/columns/columnOf';
import { useCustomColumns } from '../../projects/columns/useCustomColumns';
import type { AllSelected } from '../selection/selection';
import type { TaskChange } from '../bulk/useChangeTasks';
import { STATUS_ITEMS } from '../model/selectOptions';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';

/** A status or a column to choose. */
export interface StatusChoice {
  value: string;
  label: string;
  icon: ReactNode;
  change: Pick<TaskChange, 'status' | 'columnId'>;
  isOf: (task: Pick<TaskFieldsFragment, 'status' | 'columnId'>) => boolean;
}

const STATUS_CHOICES: readonly StatusChoice[] = STATUS_ITEMS.map((item) => ({
  ...item,
  change: { status: item.value },
  isOf: ({ status }) => status === item.value,
}));

/**
 * Returns the possible statuses of tasks or, if all of them belong to one project with its own columns, its columns.
 * With `all`, there may be tasks of other projects.
 */
export const useStatusChoices = (
  tasks: readonly { projectId: string }[],
  all: AllSelected | null = null,
): readonly StatusChoice[] => {
  const columns = useCustomColumns(all ? [] : [...new Set(tasks.map(({ projectId }) => projectId))]);
  if (columns.length === 0) return STATUS_CHOICES;
  return columns.map((column) => ({
    ...columnItem(column),
    change: { columnId: column.id },
    isOf: (task) => columnOf(columns, task, ({ id }) => id) === column,
  }));
};
