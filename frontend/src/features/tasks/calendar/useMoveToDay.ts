import { useApolloClient, useMutation } from '@apollo/client/react';
import { DUE_TIME } from '@contract/limits';
import { undoButton } from '../../../sync/client/acts';
import { errorText, toAppError } from '../../../sync/client/errors';
import { waits } from '../../../sync/client/links';
import { newId } from '../../../sync/client/mutationId';
import { applyTask, showChange } from '../model/taskCache';
import { UpdateTaskDocument } from '../model/TaskWrites.generated';
import { calendarTexts as texts } from '../../../texts/calendar';
import { notify } from '../../../ui/notify';
import { onDay } from './days';
import { dayName } from './dayName';
import type { CalendarTask } from './useCalendarTasks';

/** Moves a task to a day, or to none: at once on the screen, then on the server; a refusal puts it exactly back. */
export const useMoveToDay = () => {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(UpdateTaskDocument, {
    update: (store, { data }) => {
      if (data) applyTask(store, data.updateTask.task);
    },
  });

  return async ({ id, dueDate: from }: CalendarTask, day: string | null): Promise<void> => {
    const dueDate = day === null ? null : onDay(from, day, DUE_TIME);
    const mutationId = newId();
    showChange(cache, [id], () => ({ dueDate }), mutationId);
    try {
      // Of several moves of one task the last one counts, whichever answer is late.
      const answer = await mutate({
        variables: { input: { id, dueDate, mutationId } },
        context: { turn: `due:${id}` },
      });
      if (waits(answer)) return;
      const words = day === null ? texts.removed : texts.moved(dayName(day));
      // A task that is taken from day to day says only where it is at last.
      notify.success(words, { id: `moved:${id}`, ...undoButton(mutationId) });
    } catch (error) {
      // An ended sign-in says its own words.
      if (toAppError(error).code !== 'UNAUTHENTICATED') notify.error(texts.moveFailed(errorText(error)));
    } finally {
      cache.removeOptimistic(mutationId);
    }
  };
};
