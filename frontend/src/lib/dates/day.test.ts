import { expect, it } from 'vitest';
import { addDays, isDay, isoDay, startOfDay } from './day';

it('turns a day into its first moment and back', () => {
  for (const day of ['2026-01-01', '2026-02-28', '2028-02-29', '2026-12-31']) {
    expect(isoDay(startOfDay(day))).toBe(day);
    expect(startOfDay(day).getHours()).toBe(0);
  }
  expect(isoDay(new Date(2026, 10, 25, 23, 59))).toBe('2026-11-25');
});

it('counts days across months, years and changes of the clock', () => {
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
  expect(addDays('2026-01-01', 364)).toBe('2026-12-31');
});

it.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026-11-25T00:00', '', 'today'])('takes %j for no day', (text) => {
  expect(isDay(text)).toBe(false);
});
