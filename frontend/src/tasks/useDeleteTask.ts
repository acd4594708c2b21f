import { useMutation } from '@apollo/client/react';
import { newId } from '../graphql/mutationId';
import { DeleteTaskDocument } from './DeleteTask.generated';
import { deleteTask } from './taskCache';

/** Deletes a task and takes it out of every list. */
export const useDeleteTask = () => {
  const [mutate, state] = useMutation(DeleteTaskDocument, {
    update: (cache, { data }) => {
      if (!data) return;
      deleteTask(cache, data.deleteTask.taskId);
    },
  });
  const run = (id: string) => mutate({ variables: { input: { id, mutationId: newId() } } });
  return [run, state] as const;
};
