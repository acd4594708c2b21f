import { useApolloClient, useMutation } from '@apollo/client/react';
import { reportError, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { undoButton } from '../../../sync/client/undoableActions';
import { excerpt } from '../../../lib/text';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import { knownTask } from '../model/taskCache';
import { DuplicateTaskDocument } from './DuplicateTask.generated';
import { applyNewTask } from './showNewTask';

const { duplicate: texts } = tasksTexts;

/** Copies a task, and reports it. Returns the id of the copy; null if it failed. */
export const useDuplicateTask = () => {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(DuplicateTaskDocument);
  return async (taskId: string): Promise<string | null> => {
    const [id, mutationId] = [newId(), newId()];
    try {
      await mutate({
        variables: { input: { taskId, id, mutationId } },
        update: (store, { data }) => {
          if (data) applyNewTask(store, data.duplicateTask.task);
        },
      });
    } catch (error) {
      // It can't be queued, because not all parts of the task are on the device.
      if (toAppError(error).code === 'NETWORK') notify.error(texts.offline);
      else reportError(error, { fallback: texts.failed });
      return null;
    }
    notify.success(texts.done(excerpt(knownTask(cache, taskId)?.title ?? '')), undoButton(mutationId));
    return id;
  };
};
