import { describe, expect, it } from 'vitest';
import { said } from './sentence';

const actor = {
  __typename: 'User' as const,
  id: 'u',
  firstName: 'Ana',
  lastName: 'Ito',
  name: 'Ana Ito',
  avatar: null,
};
const project = { __typename: 'Project' as const, id: 'p', name: 'Lamp' };
const alone = { __typename: 'NotificationGroup' as const, id: 'g', size: 1, unreadCount: 1, count: 1 };
const one = { __typename: 'Notification' as const, count: 1, group: alone, actor, project, task: null };

/** The sentence with its strong parts in asterisks, and what stands below it. */
const shown = (of: Partial<Parameters<typeof said>[0]>): [string, string] => {
  const { sentence, about } = said({ ...one, kind: 'TASK_STATUS', title: '', message: '', ...of });
  return [sentence.map((it) => (typeof it === 'string' ? it : `*${it.strong}*`)).join(''), about];
};

describe('the words of a notification', () => {
  it.each([
    [
      'an act on a task',
      { title: 'Sign off', message: 'Ana Ito moved “Sign off” to In Review' },
      ['*Ana Ito* moved *Sign off* to In Review', 'Lamp'],
    ],
    [
      'the clock',
      { kind: 'OVERDUE' as const, actor: null, title: 'Sign off', message: '“Sign off” is overdue' },
      ['*Sign off* is overdue', 'Lamp'],
    ],
    [
      'what somebody wrote',
      { kind: 'COMMENT' as const, title: 'Sign off', message: 'Ana Ito commented on “Sign off”: Ready: “yes”' },
      ['*Ana Ito* commented on *Sign off*', '“Ready: “yes””'],
    ],
    [
      'a project',
      { kind: 'MEMBER_ADDED' as const, title: 'Lamp', message: 'Ana Ito added you to “Lamp”' },
      ['*Ana Ito* added you to *Lamp*', ''],
    ],
    [
      'a title that is a word of the sentence',
      { title: 'to', message: 'Ana Ito moved “to” to To Do' },
      ['*Ana Ito* moved *to* to To Do', 'Lamp'],
    ],
    ['something that was purged', { title: '', message: '' }, ['This item was permanently deleted', 'Lamp']],
    [
      'many tasks of an act',
      {
        kind: 'TASK_ASSIGNED' as const,
        count: 12,
        title: 'Ana Ito assigned 12 tasks to you',
        message: '“A”, “B” and 10 more',
      },
      ['*Ana Ito* assigned *12 tasks* to you', '“A”, “B” and 10 more · Lamp'],
    ],
    [
      'many tasks of several projects that are due',
      {
        kind: 'DUE_SOON' as const,
        count: 2,
        actor: null,
        project: null,
        title: '2 tasks are due within 24 hours',
        message: '“A” and “B”',
      },
      ['*2 tasks* are due within 24 hours', '“A” and “B”'],
    ],
    [
      'reminders of a day',
      { kind: 'OVERDUE' as const, actor: null, title: 'Sign off', group: { ...alone, size: 3, count: 12 } },
      ['*12 tasks* are overdue', '“Sign off” and 11 more'],
    ],
    [
      'a note',
      { kind: 'NOTE' as const, actor: null, title: 'Call', message: 'Before noon' },
      ['*Call*', 'Before noon'],
    ],
    [
      'words from before titles stood in them',
      { title: 'Sign off', message: 'Ana Ito assigned this task to you' },
      ['*Ana Ito* assigned this task to you', 'Sign off · Lamp'],
    ],
  ])('of %s', (_what, of, words) => {
    expect(shown(of)).toEqual(words);
  });
});
