import { describe, expect, it } from 'vitest';
import { activitySentences, bulkChangeSentence, type ActivityLine } from './historyText';

const told = (line: Partial<ActivityLine>) =>
  activitySentences(
    {
      entity: 'PROJECT',
      entityId: 'p1',
      action: 'UPDATED',
      fields: {},
      subject: 'Wen Zhao',
      itemText: null,
      fileName: null,
      actor: { id: 'u1', name: 'Ada' },
      ...line,
    },
    { person: () => 'Mara Okafor', project: () => undefined },
  ).map((words) => words.map((word) => (typeof word === 'string' ? word : `*${word.strong}*`)).join(''));

const many = (...lines: [Partial<ActivityLine>, ...Partial<ActivityLine>[]]) =>
  bulkChangeSentence(
    lines.map((line) => ({
      entity: 'TASK',
      action: 'UPDATED',
      fields: {},
      itemText: null,
      fileName: null,
      actor: { id: 'u1', name: 'Ada' },
      ...line,
    })) as unknown as Parameters<typeof bulkChangeSentence>[0],
    { person: () => 'Mara Okafor', project: (id) => (id === 'p2' ? 'Hull' : undefined) },
  )
    .map((word) => (typeof word === 'string' ? word : `*${word.strong}*`))
    .join('');

describe('the sentence for one action on several tasks', () => {
  it('contains the new value if it is the same for all', () => {
    const moved = { fields: { status: ['TODO', 'IN_REVIEW'] } };
    expect(many(moved, { fields: { status: ['DONE', 'IN_REVIEW'], completedAt: [1, null] } })).toBe(
      '*Ada* moved 2 tasks to *In Review*',
    );
    expect(many({ ...moved, columnNames: ['To Do', 'QA'] }, { ...moved, columnNames: ['To Do', 'QA'] })).toBe(
      '*Ada* moved 2 tasks to *QA*',
    );
    // Between columns of one meaning, the status stays.
    const within = { fields: { columnId: ['a', 'b'], rank: ['x', 'y'] }, columnNames: ['To Do', 'Ready'] };
    expect(many(within, within)).toBe('*Ada* moved 2 tasks to *Ready*');
    expect(many(within, { ...within, columnNames: ['To Do', 'Later'] })).toBe('*Ada* changed 2 tasks');
    const day = { dueDate: [null, '2026-11-30T18:00:00Z'], dueDay: [null, '2026-11-30'] };
    expect(many({ fields: day }, { fields: day }, { fields: day })).toBe(
      '*Ada* set the due date of 3 tasks to *Nov 30, 2026*',
    );
    const noDay = { dueDate: ['2026-11-30T18:00:00Z', null], dueDay: ['2026-11-30', null] };
    expect(many({ fields: noDay }, { fields: noDay })).toBe('*Ada* removed the due date of 2 tasks');
    const assigned = { fields: { assigneeId: [null, 'u2'] } };
    expect(many(assigned, assigned)).toBe('*Ada* assigned 2 tasks to *Mara Okafor*');
    const nobody = { fields: { assigneeId: ['u2', null] } };
    expect(many(nobody, nobody)).toBe('*Ada* unassigned 2 tasks');
  });

  it('contains only the field, or that they changed, if the values differ', () => {
    expect(many({ fields: { priority: ['LOW', 'HIGH'] } }, { fields: { priority: ['LOW', 'URGENT'] } })).toBe(
      '*Ada* changed the priority of 2 tasks',
    );
    expect(many({ fields: { tags: [[], ['a']] } }, { fields: { tags: [[], ['a']] } })).toBe(
      '*Ada* changed the tags of 2 tasks',
    );
    const both = { fields: { priority: ['LOW', 'HIGH'], status: ['TODO', 'DONE'] } };
    expect(many(both, both)).toBe('*Ada* changed 2 tasks');
  });

  it('says that they were created, deleted, restored or moved between projects', () => {
    expect(many({ action: 'CREATED' }, { action: 'CREATED' })).toBe('*Ada* created 2 tasks');
    expect(many({ action: 'DELETED' }, { action: 'DELETED' })).toBe('*Ada* deleted 2 tasks');
    expect(many({ action: 'RESTORED' }, { action: 'RESTORED' })).toBe('*Ada* restored 2 tasks');
    const to = { action: 'DELETED', fields: { projectId: ['p1', 'p2'] } } as const;
    expect(many(to, to)).toBe('*Ada* moved 2 tasks to *Hull*');
    const from = { action: 'CREATED', fields: { projectId: ['p1', 'p2'] } } as const;
    expect(many(from, from)).toBe('*Ada* moved 2 tasks here from another project');
  });
});

describe('the sentences for the activity of a project', () => {
  it('describes tasks as their own history does', () => {
    expect(told({ entity: 'TASK', fields: { status: ['TODO', 'DONE'] } })).toEqual([
      '*Ada* moved it from *To Do* to *Done*',
    ]);
    expect(told({ entity: 'TASK', fields: { assigneeId: [null, 'u1'] } })).toEqual(['*Ada* assigned *Mara Okafor*']);
  });

  it('describes comments', () => {
    expect(told({ entity: 'COMMENT', action: 'CREATED' })).toEqual(['*Ada* commented']);
    expect(told({ entity: 'COMMENT', action: 'DELETED' })).toEqual(['*Ada* deleted a comment']);
  });

  it('describes members, also those who acted themselves', () => {
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

  it('describes each changed field of the project', () => {
    expect(told({ action: 'CREATED' })).toEqual(['*Ada* created the project']);
    expect(told({ fields: { name: ['Site', 'Website'], color: ['#1', '#2'], description: ['', 'x'] } })).toEqual([
      '*Ada* renamed the project from *Site* to *Website*',
      '*Ada* changed the project’s description',
      '*Ada* changed the project’s color',
    ]);
    expect(
      told({
        fields: {
          tagColors: [
            { ink: null, paper: '#2f8068' },
            { ink: '#2f8068', paper: null },
          ],
        },
      }),
    ).toEqual(['*Ada* changed the color of the tag *ink*', '*Ada* removed the color of the tag *paper*']);
    expect(told({})).toEqual(['*Ada* changed the project']);
  });
});

it('says only that the project changed if the kind is unknown', () => {
  const entity = 'MILESTONE' as ActivityLine['entity'];
  expect(told({ entity, action: 'CREATED' })).toEqual(['*Ada* changed the project']);
});
