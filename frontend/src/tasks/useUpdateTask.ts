import { useMutation } from '@apollo/client/react';
import type { UpdateTaskInput } from '../graphql/schema.generated';
import { newId } from '../graphql/mutationId';
import { applyTask } from './taskCache';
import { UpdateTaskDocument } from './UpdateTask.generated';

/** Changes a task, and with it its place in the lists. */
export const useUpdateTask = () => {
  const [mutate, state] = useMutation(UpdateTaskDocument, {
    update: (cache, { data }) => {
      if (data) applyTask(cache, data.updateTask.task);
    },
  });
  const run = (input: UpdateTaskInput) => mutate({ variables: { input: { mutationId: newId(), ...input } } });
  return [run, state] as const;
};
