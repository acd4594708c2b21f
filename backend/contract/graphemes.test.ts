import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, firstCharacters, fitText } from './graphemes.js';

const FAMILY = '👩‍👩‍👧‍👦';
const text = fc.string({ unit: 'grapheme', maxLength: 60 });

describe('a cut text', () => {
  it.each([
    ['letters', 'stones', 'ston'],
    ['emoji of two code units', '🪨🪨🪨🪨🪨', '🪨🪨🪨🪨'],
    ['family emoji of many code units', FAMILY.repeat(5), FAMILY.repeat(4)],
    ['combining accents', 'e\u0301'.repeat(5), 'e\u0301'.repeat(4)],
    ['flags', '🇩🇪🇫🇷🇪🇸🇵🇹🇳🇱', '🇩🇪🇫🇷🇪🇸🇵🇹'],
  ])('counts %s by visible characters', (_what, whole, first) => {
    expect(firstCharacters(whole, 4)).toBe(first);
    expect(cutText(whole, 4, '...')).toBe(`${first}...`);
    expect(cutText(first, 4, '...')).toBe(first);
  });

  it('is a well-formed beginning of the text wherever it is cut', () => {
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
