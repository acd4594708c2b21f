import type { DataValue } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { useChangeTasks, type TaskChange } from '../bulk/useChangeTasks';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../model/TaskFields.generated';
import type { PickerChoice, PickerProps } from './PickerPopover';

/** A task that was deleted meanwhile may be incomplete or missing. */
const isWhole = (task: DataValue.Partial<TaskFieldsFragment> | null): task is TaskFieldsFragment =>
  task?.assignee !== undefined && task.tags !== undefined;

/** Returns the tasks that a picker changes in their current state in the cache, including pending changes. */
export const usePicked = ({ tasks, all }: Pick<PickerProps, 'tasks' | 'all'>) => {
  const changeTasks = useChangeTasks();
  const { data } = useFragment({
    fragment: TaskFieldsFragmentDoc,
    from: tasks.map(({ id }) => ({ __typename: 'Task' as const, id })),
  });
  const found: readonly (DataValue.Partial<TaskFieldsFragment> | null)[] = data;
  const picked = found.filter(isWhole);
  return {
    picked,
    /** Returns how many of the tasks match. */
    heldBy: (has: (task: TaskFieldsFragment) => boolean): PickerChoice['held'] => {
      const count = picked.filter(has).length;
      return count === 0 ? 'none' : count === picked.length ? 'all' : 'some';
    },
    change: (change: TaskChange): void =>
      void changeTasks(
        tasks.map(({ id }) => id),
        change,
        all,
      ),
  };
};
