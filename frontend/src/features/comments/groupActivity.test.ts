import { describe, expect, it } from 'vitest';
import { groupActivity, isBulkChange, isAboutTask, type GroupableLine } from './groupActivity';

const at = (minutesAgo: number): string => new Date(Date.UTC(2026, 10, 22, 12) - minutesAgo * 60_000).toISOString();
let revision = 1_000;
const line = (
  minutesAgo: number,
  actor: string | null,
  taskId: string | null,
  more: Partial<GroupableLine> = {},
): GroupableLine => ({
  entity: 'TASK',
  action: 'UPDATED',
  fields: { priority: ['LOW', 'HIGH'] },
  at: at(minutesAgo),
  actor: actor === null ? null : { id: actor },
  taskId,
  projectId: 'p',
  revision: (revision -= 1),
  ...more,
});

it('a line of a column, a member or a project is about no task', () => {
  const entities = ['TASK', 'CHECKLIST_ITEM', 'COMMENT', 'COLUMN', 'MEMBER', 'PROJECT'] as const;
  expect(entities.map((entity) => isAboutTask({ entity }))).toEqual([true, true, true, false, false, false]);
});

describe('rows of activity', () => {
  it('group the changes of one person on one task within an hour, and nothing else', () => {
    const lines = [
      line(0, 'tom', 'a'),
      line(10, 'tom', 'a'),
      line(59, 'tom', 'a'),
      line(60, 'tom', 'a'),
      line(61, 'ann', 'a'),
      line(62, 'ann', 'b'),
      line(63, 'ann', null),
      line(64, 'ann', null),
      line(65, 'ann', 'b', { projectId: 'other' }),
    ];
    expect(groupActivity(lines).map((row) => row.length)).toEqual([3, 1, 1, 1, 1, 1, 1]);
    expect(groupActivity(lines).flat()).toEqual(lines);
    expect(groupActivity(lines).some(isBulkChange)).toBe(false);
  });

  it('group one action on several tasks, but no other action and no other change of the same action', () => {
    const set = { revision: 7 };
    const lines = [
      line(0, 'tom', 'a', set),
      line(0, 'tom', 'b', set),
      line(0, 'tom', 'c', { ...set, fields: { status: ['TODO', 'DONE'] } }),
      line(0, 'tom', 'd', { ...set, entity: 'COMMENT', action: 'CREATED', fields: {} }),
      line(0, 'tom', 'e', { ...set, projectId: 'other' }),
      line(0, 'tom', 'f', { revision: 6 }),
      line(0, 'tom', 'g', { revision: 6 }),
      line(0, 'tom', 'g'),
      line(0, 'tom', 'g'),
    ];
    expect(groupActivity(lines).map((row) => [row.length, isBulkChange(row)])).toEqual([
      [2, true],
      [1, false],
      [1, false],
      [1, false],
      [2, true],
      [2, false],
    ]);
    expect(groupActivity(lines).flat()).toEqual(lines);
  });

  it('do not depend on fields that are not shown', () => {
    const lines = ['a', 'b'].map((taskId, index) =>
      line(0, 'tom', taskId, { revision: 7, fields: { status: [], ...(index > 0 && { completedAt: [], rank: [] }) } }),
    );
    expect(groupActivity(lines)).toHaveLength(1);
  });
});
