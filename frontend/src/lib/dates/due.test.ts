import { expect, it } from 'vitest';
import { isLate, overdueFrom, toDueInput } from './due';

it('writes a day as a day, and a time without a day, also where it is the due time of the day', () => {
  expect(toDueInput('2026-11-25')).toEqual({ dueDay: '2026-11-25' });
  expect(toDueInput('2026-11-25T18:00:00.000Z')).toEqual({ dueDate: '2026-11-25T18:00:00.000Z', dueDay: null });
  expect(toDueInput(null)).toEqual({ dueDate: null });
});

it('calls a day late once it has ended for the reader, wherever it was set', () => {
  for (const dueDate of ['2026-11-25T04:00:00.000Z', '2026-11-26T06:00:00.000Z']) {
    const task = { dueDate, dueDay: '2026-11-25', status: 'TODO' } as const;
    expect(isLate(task, new Date(2026, 10, 25, 23, 59))).toBe(false);
    expect(isLate(task, new Date(2026, 10, 26))).toBe(true);
    expect(isLate({ ...task, status: 'DONE' }, new Date(2026, 10, 26))).toBe(false);
  }
  expect(overdueFrom('2026-11-25')).toBe(new Date(2026, 10, 26).getTime());
  expect(overdueFrom('2026-11-25T18:00:00.000Z')).toBe(Date.UTC(2026, 10, 25, 18));
});
