import { describe, expect, it } from 'vitest';
import { activitySentences, type ActivityLine } from './historyText';

const told = (line: Partial<ActivityLine>) =>
  activitySentences(
    {
      entity: 'PROJECT',
      entityId: 'p1',
      action: 'UPDATED',
      fields: {},
      subject: 'Wen Zhao',
      itemText: null,
      actor: { id: 'u1', name: 'Ada' },
      ...line,
    },
    { person: () => 'Mara Okafor', project: () => undefined },
  ).map((words) => words.map((word) => (typeof word === 'string' ? word : `*${word.strong}*`)).join(''));

describe('what happened in a project, in words', () => {
  it('tells of tasks as their own history does', () => {
    expect(told({ entity: 'TASK', fields: { status: ['TODO', 'DONE'] } })).toEqual([
      '*Ada* moved it from *To Do* to *Done*',
    ]);
    expect(told({ entity: 'TASK', fields: { assigneeId: [null, 'u1'] } })).toEqual(['*Ada* assigned *Mara Okafor*']);
  });

  it('tells of comments', () => {
    expect(told({ entity: 'COMMENT', action: 'CREATED' })).toEqual(['*Ada* commented']);
    expect(told({ entity: 'COMMENT', action: 'DELETED' })).toEqual(['*Ada* deleted a comment']);
  });

  it('tells of members, and of those who did it themselves', () => {
    const member = { entity: 'MEMBER', entityId: 'u2' } as const;
    expect(told({ ...member, action: 'CREATED' })).toEqual(['*Ada* added *Wen Zhao*']);
    expect(told({ ...member, action: 'CREATED', entityId: 'u1' })).toEqual(['*Ada* joined the project']);
    expect(told({ ...member, action: 'DELETED' })).toEqual(['*Ada* removed *Wen Zhao*']);
    expect(told({ ...member, action: 'DELETED', entityId: 'u1' })).toEqual(['*Ada* left the project']);
    expect(told({ ...member, fields: { role: ['MEMBER', 'OWNER'] } })).toEqual(['*Ada* made *Wen Zhao* an owner']);
    expect(told({ ...member, fields: { role: ['OWNER', 'MEMBER'] }, subject: null })).toEqual([
      '*Ada* made *someone* a member',
    ]);
    expect(told(member)).toEqual(['*Ada* changed the role of *Wen Zhao*']);
  });

  it('tells of the project itself, each field that was changed', () => {
    expect(told({ action: 'CREATED' })).toEqual(['*Ada* created the project']);
    expect(told({ fields: { name: ['Site', 'Website'], color: ['#1', '#2'], description: ['', 'x'] } })).toEqual([
      '*Ada* renamed the project from *Site* to *Website*',
      '*Ada* changed the project’s description',
      '*Ada* changed the project’s color',
    ]);
    expect(told({})).toEqual(['*Ada* changed the project']);
  });
});
