import { expect, it } from 'vitest';
import { readDayText } from './dueText.js';

const TODAY = '2026-11-26'; // a Thursday

it.each([
  ['2026-12-01', '2026-12-01'],
  ['today', '2026-11-26'],
  ['Tomorrow', '2026-11-27'],
  ['in 3 days', '2026-11-29'],
  ['monday', '2026-11-30'],
  ['on Dec 1', '2026-12-01'],
  ['Jan 5', '2027-01-05'],
  ['in two weeks', '2026-12-10'],
  ['thursday', '2026-12-03'],
  ['this thursday', '2026-11-26'],
  ['by next week', '2026-11-30'],
  ['last friday', '2026-11-20'],
  ['3.12.2026', '2026-12-03'],
  ['12/25/2026', '2026-12-25'],
])('reads %s', (text, day) => expect(readDayText(text, TODAY)).toBe(day));

it.each([
  '',
  'soon',
  '2026-02-30',
  'tomorrow at 5pm',
  'monday to friday',
  'monday and tuesday',
  // The third of December, or March 12.
  '3/12/2026',
  '3-12-2026',
  'x'.repeat(80),
])('does not take %s for a day', (text) => expect(readDayText(text, TODAY)).toBeNull());
