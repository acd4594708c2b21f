import { describe, expect, it } from 'vitest';
import { activityPhrases, type ActivityLine } from './activityText';

const told = (line: Partial<ActivityLine>) =>
  activityPhrases(
    {
      entity: 'PROJECT',
      entityId: 'p1',
      action: 'UPDATED',
      fields: {},
      subject: 'Wen Zhao',
      actor: { id: 'u1' },
      ...line,
    },
    () => 'Mara Okafor',
  ).map((phrase) => phrase.map((word) => (typeof word === 'string' ? word : `*${word.strong}*`)).join(''));

describe('what happened in a project, in words', () => {
  it('tells of tasks as their own history does', () => {
    expect(told({ entity: 'TASK', fields: { status: ['TODO', 'DONE'] } })).toEqual(['moved it from *To Do* to *Done*']);
    expect(told({ entity: 'TASK', fields: { assigneeId: [null, 'u1'] } })).toEqual(['assigned *Mara Okafor*']);
  });

  it('tells of comments', () => {
    expect(told({ entity: 'COMMENT', action: 'CREATED' })).toEqual(['commented']);
    expect(told({ entity: 'COMMENT', action: 'DELETED' })).toEqual(['deleted a comment']);
  });

  it('tells of members, and of those who did it themselves', () => {
    const member = { entity: 'MEMBER', entityId: 'u2' } as const;
    expect(told({ ...member, action: 'CREATED' })).toEqual(['added *Wen Zhao*']);
    expect(told({ ...member, action: 'CREATED', entityId: 'u1' })).toEqual(['joined the project']);
    expect(told({ ...member, action: 'DELETED' })).toEqual(['removed *Wen Zhao*']);
    expect(told({ ...member, action: 'DELETED', entityId: 'u1' })).toEqual(['left the project']);
    expect(told({ ...member, fields: { role: ['MEMBER', 'OWNER'] } })).toEqual(['made *Wen Zhao* an owner']);
    expect(told({ ...member, fields: { role: ['OWNER', 'MEMBER'] }, subject: null })).toEqual([
      'made *somebody* a member',
    ]);
    expect(told(member)).toEqual(['changed the role of *Wen Zhao*']);
  });

  it('tells of the project itself, each field that was changed', () => {
    expect(told({ action: 'CREATED' })).toEqual(['created the project']);
    expect(told({ fields: { name: ['Site', 'Website'], color: ['#1', '#2'], description: ['', 'x'] } })).toEqual([
      'renamed the project from *Site* to *Website*',
      'changed the description of the project',
      'changed the color of the project',
    ]);
    expect(told({})).toEqual(['changed the project']);
  });
});
