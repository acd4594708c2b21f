import { plural, t } from '@lingui/core/macro';
import { number } from './format';
import { joined } from './joined';

const tasks = (count: number): string => plural(count, { one: '1 task', other: '# tasks' });

export const calendarTexts = {
  title: t`Calendar`,
  about: t`Drag tasks to change their due date.`,
  shown: t`View`,
  kinds: { month: t`Month`, week: t`Week` },
  previous: { month: t`Previous month`, week: t`Previous week` },
  next: { month: t`Next month`, week: t({ message: 'Next week', context: 'week after the one that is shown' }) },
  today: t`Today`,
  /** For screen readers: a day and the number of tasks that are due on it. */
  day: (day: string, count: number) => (count === 0 ? t`${day}, no tasks` : joined([day, tasks(count)])),
  more: (count: number) => t`+${{ count: number(count) }} more`,
  /** Used if their number is unknown. */
  moreUnknown: t`More`,
  /** The visible text comes first, so that people who use voice control can say it. */
  moreOn: (words: string, day: string) => joined([words, day]),
  newTask: t`New task`,
  newTaskOn: (day: string) => t`New task on ${day}`,
  noTasksOn: t`No tasks on this day`,
  openList: t`View as list`,
  empty: {
    title: { month: t`No tasks due this month`, week: t`No tasks due this week` },
    text: t`Click a day to add a task, or drag in one without a date.`,
    found: t`No matching tasks`,
  },
  help: {
    day: t`Press Enter to list the day’s tasks, N to add one. Use the arrow keys to change the day, Page Up and Page Down to change the month, T to go to today.`,
    task: t`Press Enter to open the task. Press Alt with an arrow key to move it by a day or a week. Or hold Space to pick it up, then use the arrow keys to move it, Space to drop it or Escape to cancel.`,
  },
  noDate: {
    title: t`No date`,
    text: t`Drag onto a day to schedule. Drop here to remove the date.`,
    none: t`No tasks. Drop one here to remove its date.`,
    failed: t`Couldn’t load tasks without a date`,
  },
  move: (title: string) => t`Move ${title} to another day`,
  moved: (day: string) => t`Moved to ${day}`,
  removed: t`Due date removed`,
  moveFailed: (reason: string) => t`Failed to move task. ${reason}`,
  incomplete: t`Some tasks couldn’t be loaded.`,
  /** Announcements of dragging for screen readers. */
  drag: {
    lifted: (title: string, day: string) => t`Picked up ${title} from ${day}`,
    over: (title: string, day: string) => t`${title} over ${day}`,
    outside: (title: string) => t`${title} outside the days`,
    moved: (title: string, day: string) => t`Moved ${title} to ${day}`,
    putBack: (title: string, day: string) => t`${title} returned to ${day}`,
  },
};
