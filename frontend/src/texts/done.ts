import { plural, t } from '@lingui/core/macro';

/** After a task was completed. */
export const doneTexts = {
  withOpen: (subtasks: number, blockers: number) => {
    const open = plural(subtasks, { one: '# subtask is still open', other: '# subtasks are still open' });
    const blocking = plural(blockers, { one: '# task still blocks it', other: '# tasks still block it' });
    if (subtasks === 0) return t`Task completed. ${blocking}.`;
    return blockers === 0 ? t`Task completed. ${open}.` : t`Task completed. ${open}, and ${blocking}.`;
  },
  /** After several tasks were completed. */
  someWithOpen: (tasks: number) =>
    plural(tasks, {
      one: '# completed task still has open subtasks or blockers.',
      other: '# completed tasks still have open subtasks or blockers.',
    }),
};
