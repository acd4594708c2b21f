import { describe, expect, it } from 'vitest';
import { makeCache } from '../../../sync/client/client';
import { updateTask } from './updateTask';

const keyOf = (fields: object): string | undefined =>
  updateTask.serialize?.({ id: 't', mutationId: 'm', ...fields }, makeCache());

describe('writes of a task', () => {
  it('are sent one after another if they change its days, whichever of them', () => {
    expect(keyOf({ startDate: '2026-12-01' })).toBe(keyOf({ dueDay: '2026-12-01' }));
    expect(keyOf({ startDate: null })).toBe(keyOf({ dueDate: null }));
    expect(keyOf({ startDate: '2026-12-01' })).toBeDefined();
    expect(keyOf({ title: 'Press kit' })).toBeUndefined();
  });
});
