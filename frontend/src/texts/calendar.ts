import { number, plural } from './format';

const tasks = (count: number): string => plural(count, { one: '1 task', other: `${number(count)} tasks` });

/** What the calendar says. */
export const calendarTexts = {
  title: 'Calendar',
  about: 'Drag tasks to change their due date.',
  shown: 'View',
  kinds: { month: 'Month', week: 'Week' },
  previous: { month: 'Previous month', week: 'Previous week' },
  next: { month: 'Next month', week: 'Next week' },
  today: 'Today',
  /** A week by its first and its last day, and the year that it ends in. */
  week: (first: string, last: string, year: string) => `${first} – ${last}, ${year}`,
  /** A day and how many tasks are due on it, as screen readers hear it. */
  day: (day: string, count: number) => (count === 0 ? `${day}, no tasks` : `${day}, ${tasks(count)}`),
  more: (count: number) => `+${number(count)} more`,
  /** Where it is not known how many. */
  moreUnknown: 'More',
  /** Names a button by its words first, as who speaks to a computer says what they see. */
  moreOn: (words: string, day: string) => `${words}, ${day}`,
  newTask: 'New task',
  newTaskOn: (day: string) => `New task on ${day}`,
  noTasksOn: 'No tasks on this day',
  openList: 'View as list',
  empty: {
    title: { month: 'No tasks due this month', week: 'No tasks due this week' },
    text: 'Click a day to add a task, or drag in one without a date.',
    found: 'No matching tasks',
  },
  help: {
    day: 'Press Enter to list the day’s tasks, N to add one. Use the arrow keys to change the day, Page Up and Page Down to change the month, T to go to today.',
    task: 'Press Enter to open the task. Press Alt with an arrow key to move it by a day or a week. Or hold Space to pick it up, then use the arrow keys to move it, Space to drop it or Escape to cancel.',
  },
  noDate: {
    title: 'No date',
    text: 'Drag onto a day to schedule. Drop here to remove the date.',
    none: 'No tasks. Drop one here to remove its date.',
    failed: 'Couldn’t load tasks without a date',
  },
  move: (title: string) => `Move ${title} to another day`,
  moved: (day: string) => `Moved to ${day}`,
  removed: 'Due date removed',
  moveFailed: (reason: string) => `Failed to move task. ${reason}`,
  incomplete: 'Some tasks couldn’t be loaded.',
  /** What screen readers hear of dragging. */
  drag: {
    lifted: (title: string, day: string) => `Picked up ${title} from ${day}`,
    over: (title: string, day: string) => `${title} over ${day}`,
    outside: (title: string) => `${title} outside the days`,
    moved: (title: string, day: string) => `Moved ${title} to ${day}`,
    putBack: (title: string, day: string) => `${title} returned to ${day}`,
  },
};
