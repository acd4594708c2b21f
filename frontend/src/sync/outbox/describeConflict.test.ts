import { beforeEach, describe, expect, it, vi } from 'vitest';
import { formatField } from '../../features/tasks/model/fields';
import { makeCache } from '../client/client';
import { describeConflict } from './describeConflict';
import type { QueuedWrite } from './queue';

vi.mock(import('./outbox'), async (load) => ({
  ...(await load()),
  currentOutbox: () => ({ formatField }) as never,
}));

const refused = (input: object, now: object, fields = ['dueDate']): QueuedWrite => ({
  id: 'w',
  operation: 'UpdateTask',
  variables: { input: { mutationId: 'w', id: 't', ...input } },
  at: 0,
  title: 'Press kit',
  state: 'refused',
  refusal: { code: 'CONFLICT', message: 'Someone else has changed this task', now: { version: 3, ...now } },
  objects: ['t'],
  needs: [],
  fields,
  isNew: false,
});

let cache = makeCache();
beforeEach(() => {
  cache = makeCache();
});

describe('a conflict about a due date', () => {
  it('shows both days', () => {
    const write = refused({ dueDay: '2026-12-01' }, { dueDate: '2026-12-02T17:00:00.000Z', dueDay: '2026-12-02' });
    expect(describeConflict(cache, write)).toEqual({ mine: 'Dec 1, 2026', theirs: 'Dec 2, 2026', version: 3 });
  });

  it('shows a day and a time', () => {
    const write = refused({ dueDay: '2026-12-01' }, { dueDate: '2026-12-02T17:00:00.000Z', dueDay: null });
    expect(describeConflict(cache, write)?.mine).toBe('Dec 1, 2026');
    expect(describeConflict(cache, write)?.theirs).toMatch(/^Dec [23], 2026.*:/);
  });

  it('shows which side has no date', () => {
    const kept = { dueDate: '2026-12-02T17:00:00.000Z', dueDay: '2026-12-02' };
    expect(describeConflict(cache, refused({ dueDay: null }, kept))?.theirs).toBe('Dec 2, 2026');
    expect(describeConflict(cache, refused({ dueDay: null }, kept))?.mine).toBe('None');
  });
});
