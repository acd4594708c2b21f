import { describe, expect, it } from 'vitest';
import { localTime } from './localTime.js';

const at = new Date('2026-11-02T12:30:00Z');

describe('local time', () => {
  it.each([
    ['UTC', { date: '2026-11-02', weekday: 1, hour: 12 }],
    ['Pacific/Kiritimati', { date: '2026-11-03', weekday: 2, hour: 2 }],
    ['Etc/GMT+12', { date: '2026-11-02', weekday: 1, hour: 0 }],
    ['America/New_York', { date: '2026-11-02', weekday: 1, hour: 7 }],
    // what PostgreSQL takes for Israel, and Australia
    ['IST', { date: '2026-11-02', weekday: 1, hour: 18 }],
    ['ACT', { date: '2026-11-02', weekday: 1, hour: 22 }],
    // what it does not know
    ['CTT', { date: '2026-11-02', weekday: 1, hour: 20 }],
    ['Asia/Calcutta', { date: '2026-11-02', weekday: 1, hour: 18 }],
    ['asia/kolkata', { date: '2026-11-02', weekday: 1, hour: 18 }],
    // what nobody knows
    ['Mars/Olympus', { date: '2026-11-02', weekday: 1, hour: 12 }],
  ])('in %s', (zone, local) => {
    expect(localTime(at, zone)).toEqual(local);
  });

  it('says 0 and not 24 at midnight, and Sunday is the seventh day', () => {
    expect(localTime(new Date('2026-11-01T23:00:00Z'), 'Europe/Berlin')).toEqual({
      date: '2026-11-02',
      weekday: 1,
      hour: 0,
    });
    expect(localTime(new Date('2026-11-01T22:59:59Z'), 'Europe/Berlin').weekday).toBe(7);
  });
});
