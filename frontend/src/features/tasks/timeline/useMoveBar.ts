import { useApolloClient } from '@apollo/client/react';
import { errorText, toAppError } from '../../../sync/client/errors';
import { undoButton } from '../../../sync/client/undoableActions';
import { runWrite } from '../../../sync/writes/runWrite';
import { timelineTexts as texts } from '../../../texts/timeline';
import { notify } from '../../../ui/notify';
import { dayName } from '../calendar/dayName';
import { updateTask } from '../writes/updateTask';
import { datesFor, moveSpan, type Grip } from './span';
import type { TimelineRow } from './useTimelineTasks';

/**
 * Returns a function that moves a bar or one of its ends by some days. It returns the new days; null if nothing
 * changes.
 */
export const useMoveBar = () => {
  const client = useApolloClient();
  return ({ task, span }: TimelineRow, grip: Grip, days: number) => {
    const moved = moveSpan(span, grip, days);
    const dates = datesFor(task, grip, moved);
    if (Object.keys(dates).length === 0) return null;
    const save = async (): Promise<void> => {
      try {
        const { mutationId, isQueued } = await runWrite(client, updateTask, { id: task.id, ...dates });
        if (isQueued) return;
        // After several moves of one task, only the last message stays.
        const words = texts.done(dayName(moved.first), dayName(moved.last));
        notify.success(words, { id: `moved:${task.id}`, ...undoButton(mutationId) });
      } catch (error) {
        // An ended session reports itself.
        if (toAppError(error).code !== 'UNAUTHENTICATED') notify.error(texts.failed(errorText(error)));
      }
    };
    void save();
    return moved;
  };
};
