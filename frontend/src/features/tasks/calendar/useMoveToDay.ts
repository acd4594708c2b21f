import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { toDueInput } from '../../../lib/dates/due';
import { errorText, toAppError } from '../../../sync/client/errors';
import type { UpdateTaskInput } from '../../../sync/client/schema.generated';
import { undoButton } from '../../../sync/client/undoableActions';
import { runWrite } from '../../../sync/writes/runWrite';
import { calendarTexts as texts } from '../../../texts/calendar';
import { notify } from '../../../ui/notify';
import { updateTask } from '../writes/updateTask';
import { withDay } from './days';
import { dayName } from './dayName';
import type { CalendarTask } from './useCalendarTasks';

/** Changes the dates of a task, and reports the outcome. */
export const moveDates = async (
  client: ApolloClient,
  { done, ...dates }: Omit<UpdateTaskInput, 'mutationId'> & { done: string },
): Promise<void> => {
  try {
    const { mutationId, isQueued } = await runWrite(client, updateTask, dates);
    // After several moves of one task, only the last message stays.
    if (!isQueued) notify.success(done, { id: `moved:${dates.id}`, ...undoButton(mutationId) });
  } catch (error) {
    // An ended session reports itself.
    if (toAppError(error).code !== 'UNAUTHENTICATED') notify.error(texts.moveFailed(errorText(error)));
  }
};

/** Returns a function that moves a task to a day, or removes its date. */
export const useMoveToDay = () => {
  const client = useApolloClient();
  return ({ id, dueDate, dueDay }: CalendarTask, day: string | null): Promise<void> => {
    // A task with a time keeps the time.
    const isTimed = dueDate !== null && dueDay === null;
    const due = toDueInput(day !== null && isTimed ? withDay(dueDate, day) : day);
    return moveDates(client, { id, ...due, done: day === null ? texts.removed : texts.moved(dayName(day)) });
  };
};
