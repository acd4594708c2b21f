import { plural, t } from '@lingui/core/macro';
import { number } from './format';

/** Texts of tasks in all places: on cards, in rows, on pages without any yet. Further ones are in `tasks.tsx`. */
export const taskTexts = {
  task: t`Task`,
  newTask: t`New Task`,
  fetchFailed: t`Failed to fetch tasks`,
  commentCount: (count: number) => plural(count, { one: '# comment', other: '# comments' }),
  fileCount: (count: number) => plural(count, { one: '# file', other: '# files' }),
  checklistShort: (done: number, total: number) => `${number(done)}/${number(total)}`,
  checklistCount: (done: number, total: number) =>
    t`${{ done: number(done) }} of ${{ total: number(total) }} items done`,
  subtaskCount: (done: number, total: number) =>
    t`${{ done: number(done) }} of ${{ total: number(total) }} subtasks done`,
  blocked: (count: number) => plural(count, { one: 'Blocked by # open task', other: 'Blocked by # open tasks' }),
  repeats: t`Repeats`,
  subtaskOf: (title: string) => t`Subtask of ${title}`,
};
