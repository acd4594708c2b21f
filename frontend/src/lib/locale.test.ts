import { afterEach, describe, expect, it } from 'vitest';
import { weekStart } from './locale';

const STARTS = { 'en-US': 0, 'en-GB': 1, de: 1, 'ar-EG': 6, 'fa-IR': 6, 'pt-BR': 0, 'he-IL': 0, 'en-US@posix': 0 };

describe('a week begins as it does where the reader lives', () => {
  const restore: (() => void)[] = [];
  afterEach(() => restore.splice(0).forEach((back) => back()));

  it.each(Object.entries(STARTS))('%s: day %i', (locale, day) => {
    expect(weekStart(locale)).toBe(day);
  });

  it.each(Object.entries(STARTS))('%s: day %i, also in a browser that does not know', (locale, day) => {
    for (const name of ['getWeekInfo', 'weekInfo']) {
      if (name in Intl.Locale.prototype) {
        const own = Object.getOwnPropertyDescriptor(Intl.Locale.prototype, name);
        Object.defineProperty(Intl.Locale.prototype, name, { value: undefined, configurable: true });
        restore.push(() => own && Object.defineProperty(Intl.Locale.prototype, name, own));
      }
    }
    expect(weekStart(locale)).toBe(day);
  });
});
