import { describe, expect, it } from 'vitest';
import { addDays } from '../../contract/localDays.js';
import { parseRule } from '../../contract/repeat.js';
import { firstDay } from './occurrences.js';

/** The first days of a rule that begins on a day. */
function listDays(rule: string, start: string, count: number): string[] {
  const days: string[] = [];
  for (let from = start; days.length < count;) {
    const day = firstDay(rule, start, from);
    if (day === null) return days;
    days.push(day);
    from = addDays(day, 1);
  }
  return days;
}

/** Expands '1997-09-02 09 16' to the second, the ninth and the sixteenth of that month. */
const expand = (text: string): string[] =>
  text.split(', ').flatMap((month) => {
    const [first = '', ...others] = month.split(' ');
    return [first, ...others.map((day) => `${first.slice(0, '1997-09-'.length)}${day}`)];
  });

describe('the examples of RFC 5545, 3.8.5.3', () => {
  it.each([
    ['FREQ=DAILY', '1997-09-02', '1997-09-02 03 04 05 06 07 08 09 10 11'],
    ['FREQ=DAILY;INTERVAL=2', '1997-09-02', '1997-09-02 04 06 08 10'],
    ['FREQ=DAILY;INTERVAL=10', '1997-09-02', '1997-09-02 12 22, 1997-10-02 12'],
    ['FREQ=DAILY;BYMONTH=1', '1998-01-30', '1998-01-30 31, 1999-01-01 02'],
    ['FREQ=YEARLY;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '1998-01-30', '1998-01-30 31, 1999-01-01 02'],
    ['FREQ=WEEKLY', '1997-09-02', '1997-09-02 09 16 23 30, 1997-10-07'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU', '1997-09-02', '1997-09-02 16 30, 1997-10-14 28'],
    ['FREQ=WEEKLY;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997-09-02 04 09 11 16 18 23 25 30, 1997-10-02'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=MO,WE,FR', '1997-09-01', '1997-09-01 03 05 15 17 19 29, 1997-10-01 03 13'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH', '1997-09-02', '1997-09-02 04 16 18 30, 1997-10-02 14 16'],
    ['FREQ=MONTHLY;BYDAY=1FR', '1997-09-05', '1997-09-05, 1997-10-03, 1997-11-07, 1997-12-05, 1998-01-02'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=1SU,-1SU', '1997-09-07', '1997-09-07 28, 1997-11-02 30, 1998-01-04 25'],
    ['FREQ=MONTHLY;BYDAY=-2MO', '1997-09-22', '1997-09-22, 1997-10-20, 1997-11-17, 1997-12-22, 1998-01-19, 1998-02-16'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-3',
      '1997-09-28',
      '1997-09-28, 1997-10-29, 1997-11-28, 1997-12-29, 1998-01-29, 1998-02-26',
    ],
    ['FREQ=MONTHLY;BYMONTHDAY=2,15', '1997-09-02', '1997-09-02 15, 1997-10-02 15, 1997-11-02 15'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=1,-1',
      '1997-09-30',
      '1997-09-30, 1997-10-01 31, 1997-11-01 30, 1997-12-01 31, 1998-01-01',
    ],
    ['FREQ=MONTHLY;INTERVAL=18;BYMONTHDAY=10,11,12,13,14,15', '1997-09-10', '1997-09-10 11 12 13 14 15, 1999-03-10 11'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=TU', '1997-09-02', '1997-09-02 09 16 23 30, 1997-11-04 11 18 25, 1998-01-06'],
    ['FREQ=YEARLY;BYMONTH=6,7', '1997-06-10', '1997-06-10, 1997-07-10, 1998-06-10, 1998-07-10'],
    [
      'FREQ=YEARLY;INTERVAL=2;BYMONTH=1,2,3',
      '1997-03-10',
      '1997-03-10, 1999-01-10, 1999-02-10, 1999-03-10, 2001-01-10',
    ],
    [
      'FREQ=YEARLY;INTERVAL=3;BYYEARDAY=1,100,200',
      '1997-01-01',
      '1997-01-01, 1997-04-10, 1997-07-19, 2000-01-01, 2000-04-09',
    ],
    ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', '1997-05-19, 1998-05-18, 1999-05-17'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', '1997-05-12', '1997-05-12, 1998-05-11, 1999-05-17'],
    ['FREQ=YEARLY;BYMONTH=3;BYDAY=TH', '1997-03-13', '1997-03-13 20 27, 1998-03-05 12 19 26, 1999-03-04'],
    ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13', '1997-09-02', '1998-02-13, 1998-03-13, 1998-11-13, 1999-08-13, 2000-10-13'],
    [
      'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
      '1997-09-13',
      '1997-09-13, 1997-10-11, 1997-11-08, 1997-12-13',
    ],
    [
      'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
      '1996-11-05',
      '1996-11-05, 2000-11-07, 2004-11-02',
    ],
    ['FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3', '1997-09-04', '1997-09-04, 1997-10-07, 1997-11-06'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2', '1997-09-29', '1997-09-29, 1997-10-30, 1997-11-27, 1997-12-30'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,30', '2007-01-15', '2007-01-15 30, 2007-02-15, 2007-03-15 30'],
  ])('%s from %s', (rule, start, days) => {
    const expected = expand(days);
    expect(parseRule(rule)).not.toBeNull();
    expect(listDays(rule, start, expected.length)).toEqual(expected);
  });
});

it('a search ends: after ten years, and for a rule that has no day', () => {
  expect(firstDay('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-11-27', '2026-11-27')).toBeNull();
  expect(firstDay('FREQ=YEARLY;INTERVAL=20', '2026-11-27', '2026-11-28')).toBeNull();
  expect(firstDay('FREQ=YEARLY;BYMONTH=1', '1900-01-01', '4000-11-27')).toBe('4001-01-01');
  expect(firstDay('FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=FR', '2028-03-01', '2028-03-01')).toBe('2036-02-29');
  expect(firstDay('FREQ=DAILY;INTERVAL=3', '9999-12-27', '9999-12-28')).toBe('9999-12-30');
  expect(firstDay('FREQ=DAILY;INTERVAL=3', '9999-12-27', '9999-12-31')).toBeNull();
});

it.each([
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=DAILY;BYDAY=MO;BYSETPOS=2',
  'FREQ=WEEKLY;BYDAY=MO;BYMONTH=2;BYSETPOS=7',
  'FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=31',
  'FREQ=MONTHLY;BYDAY=9MO',
  'FREQ=YEARLY;BYMONTH=1;BYYEARDAY=366',
  `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYMONTH=2;BYMONTHDAY=30;BYSETPOS=${Array.from({ length: 60 }, (_, n) => n + 1).join(',')}`,
])('a search for %s, which has no day, ends soon', { timeout: 5_000 }, (rule) => {
  expect(parseRule(rule)).not.toBeNull();
  for (const start of ['1970-01-01', '2026-11-27']) expect(firstDay(rule, start, '2026-11-28')).toBeNull();
});

it('counts positions within the whole week, and takes each of the named weekdays', () => {
  expect(listDays('FREQ=WEEKLY;BYDAY=TU,FR;BYSETPOS=1', '2026-11-27', 2)).toEqual(['2026-12-01', '2026-12-08']);
  expect(listDays('FREQ=MONTHLY;BYMONTHDAY=5;BYSETPOS=-2', '2026-11-27', 1)).toEqual([]);
  expect(listDays('FREQ=MONTHLY;BYDAY=1TU,FR', '2026-12-01', 3)).toEqual(['2026-12-01', '2026-12-04', '2026-12-11']);
});

it('begins near the day that is looked for, in step with its start', () => {
  for (const [rule, count] of [
    ['FREQ=DAILY;INTERVAL=7', 220],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29', 2],
    ['FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR', 220],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU', 220],
  ] as const) {
    for (const from of ['2004-03-01', '2006-02-27', '2006-03-05', '2007-12-31']) {
      const [slow] = listDays(rule, '2004-02-25', count).filter((day) => day >= from);
      expect([rule, from, firstDay(rule, '2004-02-25', from)]).toEqual([rule, from, slow ?? null]);
    }
  }
  expect(firstDay('FREQ=DAILY;INTERVAL=2', '1972-02-29', '2026-11-24')).toBe('2026-11-24');
});

it('a rule that is finer than a day, says when it ends, or is malformed is none', () => {
  for (const rule of [
    'FREQ=SECONDLY',
    'FREQ=HOURLY;INTERVAL=2',
    'FREQ=DAILY;BYHOUR=9',
    'FREQ=DAILY;COUNT=3',
    'FREQ=DAILY;UNTIL=20261231',
    '',
    'DAILY',
    'FREQ=',
    'FREQ=DAILY;FREQ=WEEKLY',
    'FREQ=DAILY;INTERVAL=0',
    'FREQ=DAILY;INTERVAL=1000',
    'FREQ=WEEKLY;BYDAY=2TU',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=WEEKLY;BYMONTHDAY=1',
    'FREQ=MONTHLY;BYMONTHDAY=32',
    'FREQ=MONTHLY;BYMONTHDAY=0',
    'FREQ=MONTHLY;BYSETPOS=1',
    'FREQ=MONTHLY;BYYEARDAY=1',
    'FREQ=DAILY;X-A=1',
    'DTSTART:20261127T000000Z RRULE:FREQ=DAILY',
  ]) {
    expect(parseRule(rule), rule).toBeNull();
  }
});

it('a yearly rule does not combine days of the year, weeks, and numbered weekdays of the year with other days', () => {
  for (const days of [
    'BYDAY=1MO,TU',
    'BYDAY=-1MO;BYMONTHDAY=28',
    'BYDAY=1MO;BYWEEKNO=20',
    'BYMONTHDAY=1;BYWEEKNO=20',
    'BYDAY=MO;BYYEARDAY=100',
    'BYMONTHDAY=1;BYYEARDAY=100',
    'BYWEEKNO=20;BYYEARDAY=100',
  ]) {
    expect(parseRule(`FREQ=YEARLY;${days}`), days).toBeNull();
  }
  for (const days of [
    'BYDAY=1MO,-1FR',
    'BYMONTH=5;BYDAY=1MO,TU',
    'BYDAY=MO;BYWEEKNO=20',
    'BYMONTH=2;BYYEARDAY=40,-1',
  ]) {
    expect(parseRule(`FREQ=YEARLY;${days}`), days).not.toBeNull();
  }
});
