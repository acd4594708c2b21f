import { useApolloClient, useMutation } from '@apollo/client/react';
import { reportError, toAppError } from '../../../sync/client/errors';
import { undoButton } from '../../../sync/client/undoableActions';
import { useRetryableSend } from '../../../sync/writes/useRetryableSend';
import { isText } from '../../../lib/keyboard/typing';
import { excerpt } from '../../../lib/text';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import { findCachedTask } from '../model/taskCache';
import { DuplicateTaskDocument } from './DuplicateTask.generated';
import { applyNewTask } from './showNewTask';

const { duplicate: texts } = tasksTexts;

/**
 * Copies a task, and reports it. Returns the id of the copy, which can be opened; null if the copy failed, or if the
 * person has left the page or begun to type.
 */
export const useDuplicateTask = () => {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(DuplicateTaskDocument);
  const attempt = useRetryableSend();
  return async (taskId: string): Promise<string | null> => {
    const { href } = window.location;
    const { activeElement: pressed } = document;
    let made: { id: string; mutationId: string };
    try {
      made = await attempt({ taskId }, async (names) => {
        await mutate({
          variables: { input: { taskId, ...names } },
          update: (store, { data }) => {
            if (data) applyNewTask(store, data.duplicateTask.task);
          },
        });
        return names;
      });
    } catch (error) {
      // It can't be queued, because not all parts of the task are on the device.
      if (toAppError(error).code === 'NETWORK') notify.error(texts.offline);
      else reportError(error, { fallback: texts.failed });
      return null;
    }
    notify.success(texts.done(excerpt(findCachedTask(cache, taskId)?.title ?? '')), undoButton(made.mutationId));
    const { activeElement: focused } = document;
    const isTyping = focused !== pressed && isText(focused);
    return window.location.href === href && !isTyping ? made.id : null;
  };
};
