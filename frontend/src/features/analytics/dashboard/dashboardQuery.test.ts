import { describe, expect, it } from 'vitest';
import { lastDayOfWeek } from './dashboardQuery';

const SUNDAY = 0;
const MONDAY = 1;
const SATURDAY = 6;

describe('the last day of the running week', () => {
  it.each([
    ['a Sunday where weeks begin with it', '2026-11-22', SUNDAY, '2026-11-28'],
    ['a Sunday where they begin with Monday', '2026-11-22', MONDAY, '2026-11-22'],
    ['a Monday where they begin with it', '2026-11-23', MONDAY, '2026-11-29'],
    ['a Saturday where they begin with Sunday', '2026-11-28', SUNDAY, '2026-11-28'],
    ['a Friday where they begin with Saturday', '2026-11-27', SATURDAY, '2026-11-27'],
  ])('of %s', (_day, now, start, end) => {
    expect(lastDayOfWeek(new Date(`${now}T09:30`), start)).toBe(end);
  });
});
