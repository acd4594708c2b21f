import { describe, expect, it } from 'vitest';
import { chooseAnchor } from './useScrollAnchor';

const held = (after: string): string | undefined =>
  chooseAnchor(
    ['d', 'e', 'f'].map((key) => ({ key, shift: 0 })),
    after.split(''),
  )?.key;

describe('the line that a scrolled view keeps in place', () => {
  it.each([
    ['nothing changed', 'abcdefgh', 'd'],
    ['one came above', 'abxcdefgh', 'd'],
    ['one went above', 'acdefgh', 'd'],
    ['the first went', 'abcefgh', 'e'],
    ['the first moved to the top', 'dabcefgh', 'e'],
    ['the first moved to the end', 'abcefghd', 'e'],
    ['the second moved to the top', 'eabcdfgh', 'd'],
    ['two went', 'abcfgh', 'f'],
    ['all went', 'abcgh', undefined],
  ])('%s', (_what, after, expected) => {
    expect(held(after)).toBe(expected);
  });
});
