import { useApolloClient } from '@apollo/client/react';
import { DUE_TIME } from '@contract/limits';
import { errorText, toAppError } from '../../../sync/client/errors';
import { undoButton } from '../../../sync/client/undoableActions';
import { runWrite } from '../../../sync/writes/runWrite';
import { calendarTexts as texts } from '../../../texts/calendar';
import { notify } from '../../../ui/notify';
import { updateTask } from '../writes/updateTask';
import { onDay } from './days';
import { dayName } from './dayName';
import type { CalendarTask } from './useCalendarTasks';

/** Moves a task to a day, or to none. */
export const useMoveToDay = () => {
  const client = useApolloClient();
  return async ({ id, dueDate: from }: CalendarTask, day: string | null): Promise<void> => {
    const dueDate = day === null ? null : onDay(from, day, DUE_TIME);
    try {
      const { mutationId, isQueued } = await runWrite(client, updateTask, { id, dueDate });
      if (isQueued) return;
      const words = day === null ? texts.removed : texts.moved(dayName(day));
      // After several moves of one task, only the last message stays.
      notify.success(words, { id: `moved:${id}`, ...undoButton(mutationId) });
    } catch (error) {
      // An ended session reports itself.
      if (toAppError(error).code !== 'UNAUTHENTICATED') notify.error(texts.moveFailed(errorText(error)));
    }
  };
};
