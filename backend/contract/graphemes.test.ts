import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, firstCharacters, fitText } from './graphemes.js';

const FAMILY = '👩‍👩‍👧‍👦';
const text = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('a text that is cut', () => {
  it.each([
    ['letters', 'stones', 'ston'],
    ['emoji of two units', '🪨🪨🪨🪨🪨', '🪨🪨🪨🪨'],
    ['families of many', FAMILY.repeat(5), FAMILY.repeat(4)],
    ['accents that stand apart', 'e\u0301'.repeat(5), 'e\u0301'.repeat(4)],
    ['flags', '🇩🇪🇫🇷🇪🇸🇵🇹🇳🇱', '🇩🇪🇫🇷🇪🇸🇵🇹'],
  ])('counts %s as readers do', (_what, whole, first) => {
    expect(firstCharacters(whole, 4)).toBe(first);
    expect(cutText(whole, 4, '...')).toBe(`${first}...`);
    expect(cutText(first, 4, '...')).toBe(first);
  });

  it('stays well-formed wherever it is cut, and is the beginning of what it was', () => {
    fc.assert(
      fc.property(text, fc.nat({ max: 70 }), (whole, at) => {
        for (const cut of [firstCharacters(whole, at), fitText(whole, at)]) {
          expect(cut.isWellFormed()).toBe(true);
          expect(whole.startsWith(cut)).toBe(true);
        }
        expect(fitText(whole, at).length).toBeLessThanOrEqual(at);
        expect(cutText(whole, at, '…').isWellFormed()).toBe(true);
      }),
    );
  });
});
