import { afterEach, expect, it, vi } from 'vitest';
import { ticksOf } from './ticks';

afterEach(() => void vi.restoreAllMocks());

/** The days of the week from Monday, 23 November 2026, that are a weekend. */
const weekend = (language: string): string[] => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language);
  return ticksOf('day', '2026-11-23', 7).lower.flatMap(({ key, isWeekend }) => (isWeekend ? [key] : []));
};

it("marks the weekend of the reader's country", () => {
  expect(weekend('en-GB')).toEqual(['2026-11-28', '2026-11-29']);
  expect(weekend('en-IL')).toEqual(['2026-11-27', '2026-11-28']);
});
