import { describe, expect, it } from 'vitest';
import { localTime } from './localTime.js';

const at = new Date('2026-11-02T12:30:00Z');

describe('localTime', () => {
  it.each([
    ['UTC', { date: '2026-11-02', weekday: 1, hour: 12 }],
    ['Pacific/Kiritimati', { date: '2026-11-03', weekday: 2, hour: 2 }],
    ['Etc/GMT+12', { date: '2026-11-02', weekday: 1, hour: 0 }],
    ['America/New_York', { date: '2026-11-02', weekday: 1, hour: 7 }],
    // PostgreSQL reads these as Israel and Australia
    ['IST', { date: '2026-11-02', weekday: 1, hour: 18 }],
    ['ACT', { date: '2026-11-02', weekday: 1, hour: 22 }],
    // unknown to PostgreSQL
    ['CTT', { date: '2026-11-02', weekday: 1, hour: 20 }],
    ['Asia/Calcutta', { date: '2026-11-02', weekday: 1, hour: 18 }],
    ['asia/kolkata', { date: '2026-11-02', weekday: 1, hour: 18 }],
    // unknown to Intl
    ['Mars/Olympus', { date: '2026-11-02', weekday: 1, hour: 12 }],
  ])('returns date, weekday and hour in %s', (zone, local) => {
    expect(localTime(at, zone)).toEqual(local);
  });

  it('returns hour 0 at midnight and 7 for Sunday', () => {
    expect(localTime(new Date('2026-11-01T23:00:00Z'), 'Europe/Berlin')).toEqual({
      date: '2026-11-02',
      weekday: 1,
      hour: 0,
    });
    expect(localTime(new Date('2026-11-01T22:59:59Z'), 'Europe/Berlin').weekday).toBe(7);
  });
});
