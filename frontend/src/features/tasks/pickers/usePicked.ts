import type { DataValue } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { useChangeTasks, type TaskChange } from '../bulk/useChangeTasks';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../model/TaskFields.generated';
import type { PickerChoice, PickerProps } from './PickerPopover';

/** One that was deleted meanwhile is there in part or not at all. */
const isWhole = (task: DataValue.Partial<TaskFieldsFragment> | null): task is TaskFieldsFragment =>
  task?.assignee !== undefined && task.tags !== undefined;

/** The tasks that a picker changes, as the cache shows them now, changes that are under way included. */
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
    /** How many of the tasks have it. */
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
