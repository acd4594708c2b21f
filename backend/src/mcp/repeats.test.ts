import { expect, it } from 'vitest';
import { describeRepeat } from './repeats.js';

const repeat = { mode: 'FROM_DUE', count: null, until: null, timeZone: 'UTC' } as const;

it.each([
  ['FREQ=DAILY', 'every day'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday'],
  ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR', 'every 2 weeks on Tuesday and Friday'],
  ['FREQ=MONTHLY;BYDAY=-1FR', 'every month on last Friday'],
  ['FREQ=MONTHLY;BYMONTHDAY=-1', 'every month on the last day of the month'],
  ['FREQ=MONTHLY;BYMONTHDAY=15', 'every month on the 15th day of the month'],
  ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24', 'every year in November on the 24th day of the month'],
  ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'every month on Monday and Tuesday on the last instance'],
  ['FREQ=WEEKLY', 'every week'],
])('says %s as %s', (rule, words) => expect(describeRepeat({ ...repeat, rule })).toBe(words));

it('says how it is counted, and its end', () => {
  expect(describeRepeat({ ...repeat, rule: 'FREQ=DAILY;INTERVAL=3', mode: 'FROM_DONE', count: 10 })).toBe(
    'every 3 days after it is done, 10 times',
  );
  expect(describeRepeat({ ...repeat, rule: 'FREQ=DAILY', until: '2027-01-31' })).toBe('every day, until 2027-01-31');
});
