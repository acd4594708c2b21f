import { t } from '@lingui/core/macro';
import { number } from './format';

export const timelineTexts = {
  title: t`Timeline`,
  about: t`Drag bars to move tasks, or their ends to change dates.`,
  scale: t`Scale`,
  scales: { day: t`Day`, week: t`Week`, month: t`Month` },
  earlier: t({ message: 'Earlier', context: 'scroll back in time' }),
  later: t({ message: 'Later', context: 'scroll forward in time' }),
  list: t`Tasks with dates`,
  /** For screen readers: the days of a task. */
  days: (first: string, last: string) => (first === last ? first : t`${first} to ${last}`),
  /** The tooltip of a bar. */
  bar: (title: string, days: string) => `${title}\n${days}`,
  help: t`Press Enter to open the task, the up and down arrow keys to get to another one. Press Alt with the left or right arrow key to move it by a day, Shift with them for its last day, Alt and Shift for its first. T goes to today.`,
  moved: (title: string, first: string, last: string) =>
    first === last ? t`${title} is on ${first}` : t`${title} is from ${first} to ${last}`,
  done: (first: string, last: string) => (first === last ? t`Moved to ${first}` : t`Now ${first} – ${last}`),
  cut: (count: number) => t`Only the first ${{ count: number(count) }} tasks are shown. Filter to see others.`,
  empty: {
    title: t`No tasks with dates here`,
    text: t`Give tasks a start or due date to see them on the timeline.`,
    found: t`No matching tasks`,
  },
};
