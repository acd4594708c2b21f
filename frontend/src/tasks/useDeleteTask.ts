import { useMutation } from '@apollo/client/react';
import { newId } from '../graphql/mutationId';
import { DeleteTaskDocument } from './DeleteTask.generated';
import { countTask, removeTask } from './taskCache';

/** Deletes a task and takes it out of every list. */
export const useDeleteTask = () => {
  const [mutate, state] = useMutation(DeleteTaskDocument, {
    update: (cache, { data }) => {
      if (!data) return;
      removeTask(cache, data.deleteTask.taskId);
      countTask(cache, -1);
    },
  });
  const run = (id: string) => mutate({ variables: { input: { id, mutationId: newId() } } });
  return [run, state] as const;
};
