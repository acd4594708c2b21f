import { plural, t } from '@lingui/core/macro';
import { number } from './format';

/** What tasks say wherever they stand: on cards, in rows, and pages before they show any. More is in `tasks.tsx`. */
export const taskTexts = {
  task: t`Task`,
  newTask: t`New Task`,
  fetchFailed: t`Failed to fetch tasks`,
  commentCount: (count: number) => plural(count, { one: '# comment', other: '# comments' }),
  checklistShort: (done: number, total: number) => `${number(done)}/${number(total)}`,
  checklistCount: (done: number, total: number) =>
    t`${{ done: number(done) }} of ${{ total: number(total) }} items done`,
};
