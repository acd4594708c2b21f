import { useMutation } from '@apollo/client/react';
import type { CreateTaskInput } from '../../graphql/schema.generated';
import { CreateTaskDocument } from './CreateTask.generated';
import { applyTask, countTask, knownTask } from '../taskCache';

/** Creates a task and puts it into every list it belongs to. */
export const useCreateTask = () => {
  const [mutate, state] = useMutation(CreateTaskDocument, {
    update: (cache, { data }) => {
      if (!data) return;
      applyTask(cache, data.createTask.task);
      countTask(cache, knownTask(cache, data.createTask.task.id)?.projectId, 1);
    },
  });
  const run = (input: CreateTaskInput) => mutate({ variables: { input } });
  return [run, state] as const;
};
