import { number, plural } from './format';

/** What tasks say wherever they stand: on cards, in rows, and pages before they show any. More is in `tasks.tsx`. */
export const taskTexts = {
  task: 'Task',
  newTask: 'New Task',
  fetchFailed: 'Failed to fetch tasks',
  commentCount: (count: number) =>
    plural(count, { one: `${number(count)} comment`, other: `${number(count)} comments` }),
  checklistShort: (done: number, total: number) => `${number(done)}/${number(total)}`,
  checklistCount: (done: number, total: number) => `${number(done)} of ${number(total)} items done`,
};
