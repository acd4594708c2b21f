import { describe, expect, it } from 'vitest';
import { params } from './params.fixture';
import { writeNotificationText } from './sentence';

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
const clock = { actor: null, params: { ...params, actor: null } };
const names = ['A', 'B'];

/** The sentence with its strong parts in asterisks, and the line below it. */
const shown = (of: Partial<Parameters<typeof writeNotificationText>[0]>): [string, string] => {
  const { sentence, about } = writeNotificationText({
    ...one,
    kind: 'TASK_STATUS',
    title: 'x',
    message: 'x',
    params,
    ...of,
  });
  return [sentence.map((it) => (typeof it === 'string' ? it : `*${it.strong}*`)).join(''), about];
};

describe('the words of a notification', () => {
  it.each<[string, Partial<Parameters<typeof writeNotificationText>[0]>, [string, string]]>([
    [
      'a move to a status',
      { params: { ...params, status: 'IN_REVIEW' } },
      ['*Ana Ito* moved *Sign off* to In Review', 'Lamp'],
    ],
    [
      'a move to a column',
      { params: { ...params, status: 'IN_REVIEW', column: 'Waiting' } },
      ['*Ana Ito* moved *Sign off* to Waiting', 'Lamp'],
    ],
    ['a task that is overdue', { kind: 'OVERDUE', ...clock }, ['*Sign off* is overdue', 'Lamp']],
    [
      'a comment',
      { kind: 'COMMENT', params: { ...params, comment: 'Ready: “yes”' } },
      ['*Ana Ito* commented on *Sign off*', '“Ready: “yes””'],
    ],
    ['a project', { kind: 'MEMBER_ADDED' }, ['*Ana Ito* added you to *Lamp*', '']],
    [
      'a used invitation',
      { kind: 'MEMBER_ADDED', params: { ...params, joined: true } },
      ['*Ana Ito* joined *Lamp*', ''],
    ],
    [
      'a person who has another name now',
      { kind: 'TASK_ASSIGNED', actor: { ...actor, name: 'Ana Sol' } },
      ['*Ana Sol* assigned *Sign off* to you', 'Lamp'],
    ],
    [
      'a person whose account is gone',
      { kind: 'TASK_ASSIGNED', actor: null },
      ['*Ana Ito* assigned *Sign off* to you', 'Lamp'],
    ],
    [
      'a download',
      { kind: 'EXPORT_READY', actor: null, project: null },
      ['*Your download* is ready. It is kept for one day', ''],
    ],
    [
      'something that was purged',
      { title: '', message: '', params: null },
      ['This item was permanently deleted', 'Lamp'],
    ],
    [
      'many tasks of one act',
      { kind: 'TASK_ASSIGNED', count: 12, params: { ...params, names, more: 10 } },
      ['*Ana Ito* assigned *12 tasks* to you', '“A”, “B” and 10 more · Lamp'],
    ],
    [
      'many tasks that were moved to several columns',
      { count: 2, params: { ...params, names } },
      ['*Ana Ito* moved *2 tasks*', '“A” and “B” · Lamp'],
    ],
    [
      'many tasks, one of which was purged',
      { kind: 'TASK_ASSIGNED', count: 12, message: '', params: { ...params, names: [], more: 10 } },
      ['*Ana Ito* assigned *12 tasks* to you', 'Lamp'],
    ],
    [
      'several comments on a task',
      { kind: 'COMMENT', count: 3, params: { ...params, names: ['A'] } },
      ['*Ana Ito* wrote *3 comments*', '“A” · Lamp'],
    ],
    [
      'tasks of several projects that are due',
      { kind: 'DUE_SOON', count: 2, ...clock, params: { ...params, names }, project: null },
      ['*2 tasks* are due within 24 hours', '“A” and “B”'],
    ],
    [
      'reminders of a day',
      { kind: 'OVERDUE', ...clock, title: 'Sign off', group: { ...alone, size: 3, count: 12 } },
      ['*12 tasks* are overdue', '“Sign off” and 11 more'],
    ],
    [
      'reminders of a day, the latest of several tasks',
      { kind: 'OVERDUE', ...clock, count: 2, params: { ...params, names }, group: { ...alone, size: 2, count: 12 } },
      ['*12 tasks* are overdue', '“A”, “B” and 10 more'],
    ],
    [
      'a note',
      { kind: 'NOTE', actor: null, title: 'Call', message: 'Before noon', params: null },
      ['*Call*', 'Before noon'],
    ],
    [
      'one event in an earlier version',
      { title: 'Sign off', message: 'Ana Ito moved “Sign off” to In Review', params: null },
      ['Ana Ito moved “Sign off” to In Review', 'Lamp'],
    ],
    [
      'several events in an earlier version',
      { count: 12, title: 'Ana Ito moved 12 tasks', message: '“A”, “B” and 10 more', params: null },
      ['Ana Ito moved 12 tasks', '“A”, “B” and 10 more · Lamp'],
    ],
  ])('of %s', (_what, of, words) => {
    expect(shown(of)).toEqual(words);
  });
});
