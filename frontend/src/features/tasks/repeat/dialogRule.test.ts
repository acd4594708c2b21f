import { expect, it } from 'vitest';
import { readRule, toRule } from './dialogRule';

// A Tuesday.
const DAY = '2026-11-24';
const change = (rule: string, changes: object): string => toRule({ ...readRule(rule, DAY), ...changes }, rule, DAY);

it.each([
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
  'INTERVAL=2;FREQ=WEEKLY;WKST=SU;BYDAY=MO;BYMONTH=6',
  'BYMONTHDAY=-1;FREQ=MONTHLY',
  'FREQ=WEEKLY',
])('keeps %s as it is if only the end is changed', (rule) => {
  expect(change(rule, {})).toBe(rule);
});

it.each([
  ['FREQ=DAILY;BYDAY=MO,TU', { interval: 2 }, 'FREQ=DAILY;INTERVAL=2;BYDAY=MO,TU'],
  ['FREQ=WEEKLY;BYDAY=MO;BYMONTH=6', { weekdays: [4] }, 'FREQ=WEEKLY;BYDAY=FR;BYMONTH=6'],
  ['BYDAY=2TU;FREQ=MONTHLY', { interval: 3 }, 'FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU'],
  ['FREQ=DAILY;BYDAY=MO', { frequency: 'WEEKLY', weekdays: [1] }, 'FREQ=WEEKLY;BYDAY=TU'],
  ['FREQ=WEEKLY;BYDAY=MO', { frequency: 'DAILY' }, 'FREQ=DAILY'],
])('changes the chosen parts of %s', (rule, changes, expected) => {
  expect(change(rule, changes)).toBe(expected);
});

it('begins with the day that the task is due', () => {
  expect(toRule(readRule(undefined, DAY), undefined, DAY)).toBe('FREQ=WEEKLY;BYDAY=TU');
  expect(change('FREQ=DAILY', { frequency: 'MONTHLY' })).toBe('FREQ=MONTHLY;BYMONTHDAY=24');
});
