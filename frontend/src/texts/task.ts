import { number, plural } from './format';

/** What tasks say wherever they stand: on cards, in rows, and pages before they show any. More is in `tasks.tsx`. */
export const taskTexts = {
  task: 'Task',
  newTask: 'New Task',
  fetchFailed: 'Failed to fetch tasks',
  /** Why nothing is done to one task, or to several of which one is of such a project. */
  archived: (count: number) =>
    plural(count, {
      one: 'This project is archived and read-only.',
      other: 'One of these projects is archived and read-only.',
    }),
  commentCount: (count: number) =>
    plural(count, { one: `${number(count)} comment`, other: `${number(count)} comments` }),
  checklistShort: (done: number, total: number) => `${number(done)}/${number(total)}`,
  checklistCount: (done: number, total: number) => `${number(done)} of ${number(total)} items done`,
};
