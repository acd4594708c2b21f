import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, matchesText, searchWords } from '../../contract/fold.js';
import { cases } from '../support/testDepth.js';

/** All of Unicode: letters and signs of every script, and graphemes of several code points. */
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ unit: 'grapheme', maxLength: 60 }));

describe('fold', () => {
  it.each([
    ['Zürich', 'zurich'],
    ['cafe\u0301', 'cafe'],
    ['ÅLAND', 'aland'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['Łódź', 'lodz'],
    ['İstanbul, Iğdır', 'istanbul, igdir'],
    ['Ærø', 'aero'],
    ['Đà Nẵng', 'da nang'],
    ['Ёлка, Йод', 'елка, иод'],
    ['ΟΔΟΣ, οδός', 'οδοσ, οδοσ'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
    ['東京', '東京'],
    ['が', 'が'],
    ['한글', '한글'],
    ['हिन्दी', 'हिन्दी'],
    ['ＡＢＣ１２３', 'abc123'],
    ['ﬁx', 'fix'],
    ['don’t – “now”', 'don\'t - "now"'],
    ['non\u00a0breaking soft\u00adhyphen', 'non breaking softhyphen'],
    ['❤️', '❤'],
    ['🚀', '🚀'],
    ['100%_\\', '100%_\\'],
  ])('%s is compared as %s', (given, folded) => {
    expect(fold(given)).toBe(folded);
  });

  it('leaves nothing to fold, and makes no text that cannot be stored', () => {
    fc.assert(
      fc.property(text, (given) => {
        const folded = fold(given);
        expect(fold(folded)).toBe(folded);
        if (given.isWellFormed()) expect(folded.isWellFormed()).toBe(true);
      }),
      cases(1_000),
    );
  });

  it('of plain ASCII takes its case alone, as the migration of stored texts does', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (given) => {
        expect(fold(given)).toBe(given.replace(/[A-Z]/g, (letter) => letter.toLowerCase()));
      }),
      cases(500),
    );
  });

  it('of many words is the folded words', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(fold(`${one} ${other}`)).toBe(`${fold(one)} ${fold(other)}`);
      }),
      cases(1_000),
    );
  });
});

describe('the words of a search', () => {
  it('are split at white space of any kind, folded, each once', () => {
    expect(searchWords('  Carton\u00a0sign\n\tcarton ')).toEqual(['carton', 'sign']);
    expect(searchWords(' \u0301 ')).toEqual([]);
  });

  it('are at most ten', () => {
    expect(searchWords('a b c d e f g h i j k l')).toHaveLength(10);
  });

  it('are each somewhere in the text, in any order', () => {
    expect(matchesText('Sign off the carton', 'carton sign')).toBe(true);
    expect(matchesText('Sign off the carton', 'cart off')).toBe(true);
    expect(matchesText('Sign off the carton', 'carton proof')).toBe(false);
    expect(matchesText('Ship to Zürich', ' ZURI ')).toBe(true);
    expect(matchesText('Straße', 'strasse')).toBe(true);
    expect(matchesText('Straße', 'strase')).toBe(false);
    expect(matchesText('Ship 100% of it', '1%0')).toBe(false);
    expect(matchesText('Anything', '')).toBe(true);
  });

  it('find a task by any run of whole letters of its texts', () => {
    const letters = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), { maxLength: 40 });
    fc.assert(
      fc.property(letters, fc.nat(40), fc.nat(12), (title, from, length) => {
        const search = title.slice(from, from + length).join('');
        expect(matchesText(title.join(''), search)).toBe(true);
      }),
      cases(1_000),
    );
  });
});
