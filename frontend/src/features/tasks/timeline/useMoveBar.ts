import { useApolloClient } from '@apollo/client/react';
import { timelineTexts as texts } from '../../../texts/timeline';
import { dayName } from '../calendar/dayName';
import { moveDates } from '../calendar/useMoveToDay';
import { datesFor, moveSpan, type DragPart } from './span';
import type { TimelineRow } from './useTimelineTasks';

/** Returns a function that moves a bar or one of its ends by days. It returns the new days; null without a change. */
export const useMoveBar = () => {
  const client = useApolloClient();
  return ({ task, span }: TimelineRow, grip: DragPart, days: number) => {
    const moved = moveSpan(span, grip, days);
    const dates = datesFor(task, grip, moved);
    if (Object.keys(dates).length === 0) return null;
    const done = texts.done(dayName(moved.first), dayName(moved.last));
    void moveDates(client, { id: task.id, ...dates, done });
    return moved;
  };
};
