import { number, plural } from './format';

const tasks = (count: number): string => plural(count, { one: '1 task', other: `${number(count)} tasks` });

/** What the calendar says. */
export const calendarTexts = {
  title: 'Calendar',
  about: 'Plan the days: drag a task to the day it is due.',
  shown: 'Shown',
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
  openList: 'Open as a list',
  empty: {
    title: { month: 'No tasks due in this month', week: 'No tasks due in this week' },
    text: 'Choose a day for a new task, or give one a date that has none yet.',
    found: 'No tasks found in these days',
  },
  help: {
    day: 'Press Enter for the list of its tasks, N for a new task. The arrow keys go from day to day, Page Up and Page Down from month to month, T to today.',
    task: 'Press Enter to open the task. Alt with an arrow key moves it by a day or a week; or hold Space to lift it, then the arrow keys move it, Space drops it and Escape puts it back.',
  },
  noDate: {
    title: 'No date',
    text: 'Drag a task to its day, or one here to take its date away.',
    none: 'Nothing here. A task that you drag here loses its date.',
    failed: 'Tasks without a date could not be loaded',
  },
  move: (title: string) => `Move ${title} to another day`,
  moved: (day: string) => `Moved to ${day}`,
  removed: 'Due date removed',
  moveFailed: (reason: string) => `Failed to move task. ${reason}`,
  incomplete: 'Not all tasks could be loaded.',
  /** What screen readers hear of dragging. */
  drag: {
    lifted: (title: string, day: string) => `Lifted ${title} from ${day}`,
    over: (title: string, day: string) => `${title} over ${day}`,
    outside: (title: string) => `${title} outside the days`,
    moved: (title: string, day: string) => `Moved ${title} to ${day}`,
    putBack: (title: string, day: string) => `${title} is back at ${day}`,
  },
};
