import { describe, expect, it } from 'vitest';
import { parseRule } from '@contract/repeat';
import { describeRepeat } from '../../../texts/repeat';
import { presetRules } from './presets';

const words = (rule: string): string => describeRepeat({ rule, mode: 'FROM_DUE', until: null, count: null });

describe('the words of a rule', () => {
  it.each([
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3', 'Every 3 days'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', 'Every 2 weeks on Tuesday and Thursday'],
    ['FREQ=MONTHLY', 'Every month'],
    ['FREQ=MONTHLY;BYMONTHDAY=24', 'Every month on day 24'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
    ['FREQ=MONTHLY;INTERVAL=2;BYDAY=-1FR', 'Every 2 months on the last Friday'],
    ['FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24', 'Every year on November 24'],
    ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO', 'Custom rule'],
    ['FREQ=MONTHLY;BYDAY=-3MO', 'Custom rule'],
  ])('%s', (rule, said) => {
    expect(words(rule)).toBe(said);
  });

  it('say from when on it counts, and its end', () => {
    expect(describeRepeat({ rule: 'FREQ=DAILY', mode: 'FROM_DONE', until: '2027-01-05', count: null })).toBe(
      'Every day, after it’s done, until Jan 5, 2027',
    );
    expect(describeRepeat({ rule: 'FREQ=DAILY', mode: 'FROM_DUE', until: null, count: 1 })).toBe('Every day, 1 time');
  });
});

describe('the rules that are offered', () => {
  it('fit the day', () => {
    expect(presetRules('2026-11-24').slice(2)).toEqual([
      'FREQ=WEEKLY;BYDAY=TU',
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
      'FREQ=MONTHLY;BYMONTHDAY=24',
      'FREQ=MONTHLY;BYDAY=-1TU',
      'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=24',
    ]);
    expect(presetRules('2027-02-28')).toContain('FREQ=MONTHLY;BYMONTHDAY=-1');
    expect(presetRules('2026-11-10')).toContain('FREQ=MONTHLY;BYDAY=2TU');
  });

  it('are all rules that have words', () => {
    for (let day = 1; day <= 31; day += 1) {
      for (const rule of presetRules(`2026-12-${String(day).padStart(2, '0')}`)) {
        expect(parseRule(rule)).not.toBeNull();
        expect(words(rule)).not.toBe('Custom rule');
      }
    }
  });
});
