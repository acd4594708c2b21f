import { expect, it } from 'vitest';
import { parseRule } from './repeat.js';
import { readRepeatWords } from './repeatWords.js';

it.each([
  ['every day', 'FREQ=DAILY'],
  ['daily', 'FREQ=DAILY'],
  ['Every Weekday', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['every 3 days', 'FREQ=DAILY;INTERVAL=3'],
  ['every other week', 'FREQ=WEEKLY;INTERVAL=2'],
  ['every month', 'FREQ=MONTHLY'],
  ['every 2 years', 'FREQ=YEARLY;INTERVAL=2'],
  ['every tue', 'FREQ=WEEKLY;BYDAY=TU'],
  ['every fri, mon and wednesday', 'FREQ=WEEKLY;BYDAY=MO,WE,FR'],
  ['every other tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
  ['every 2nd tuesday', 'FREQ=MONTHLY;BYDAY=2TU'],
  ['every last friday', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['every 15th', 'FREQ=MONTHLY;BYMONTHDAY=15'],
  ['every last day', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
  ['every nov 24', 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24'],
  ['every 1 sept', 'FREQ=YEARLY;BYMONTH=9;BYMONTHDAY=1'],
  ['every 24th november', 'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24'],
])('%s is %s', (words, rule) => {
  expect(readRepeatWords(words)).toEqual({ rule, mode: 'FROM_DUE' });
  expect(parseRule(rule)).not.toBeNull();
});

it('every! counts from when the task is done', () => {
  expect(readRepeatWords('every! 3 days')).toEqual({ rule: 'FREQ=DAILY;INTERVAL=3', mode: 'FROM_DONE' });
});

it('what is not understood as a whole is none', () => {
  for (const words of [
    '',
    'every',
    'everyone',
    'every 0 days',
    'every 2 tuesday',
    'every now and then',
    'tuesday',
    'every 40th',
    'every 3 marathons',
    'every 2 decades',
    'every decision 1',
  ]) {
    expect(readRepeatWords(words), words).toBeNull();
  }
});
