import type { DataValue } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { PickedTaskFragmentDoc, type PickedTaskFragment } from './PickedTask.generated';
import type { PickChoice } from './PickerPopover';

/** One that was deleted meanwhile is there in part or not at all. */
const isWhole = (task: DataValue.Partial<PickedTaskFragment> | null): task is PickedTaskFragment =>
  task?.assignee !== undefined && task.tags !== undefined;

/** The tasks as the cache shows them now, changes that are under way included. */
export const usePickedTasks = (tasks: readonly { id: string }[]): readonly PickedTaskFragment[] => {
  const { data } = useFragment({
    fragment: PickedTaskFragmentDoc,
    from: tasks.map(({ id }) => ({ __typename: 'Task' as const, id })),
  });
  const found: readonly (DataValue.Partial<PickedTaskFragment> | null)[] = data;
  return found.filter(isWhole);
};

/** How many of the tasks say yes. */
export const heldBy = (
  tasks: readonly PickedTaskFragment[],
  has: (task: PickedTaskFragment) => boolean,
): PickChoice['held'] => {
  const count = tasks.filter(has).length;
  return count === 0 ? 'none' : count === tasks.length ? 'all' : 'some';
};
