import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, markMatches, matchesWords } from './match';

const marked = (text: string, query: string): string =>
  markMatches(text, query)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('');

describe('matchesWords', () => {
  it.each([
    ['Go to Board', 'bo', true],
    ['Go to Board', 'go bo', true],
    ['Go to Board', 'board go', true],
    ['Go to Board', 'oard', false],
    ['Go to Board', 'go project', false],
    ['Go to Board', '', true],
    ['Use the system theme', 'systems', false],
    ['Über uns', 'uber', true],
    // Chinese and Japanese don’t separate words.
    ['新しいタスクを追加', 'タスク', true],
    ['前往看板', '看板', true],
  ])('%s by %j: %s', (text, query, found) => {
    expect(matchesWords(text, query)).toBe(found);
  });
});

describe('excerptOf', () => {
  const text = 'What has to be ready for the approval lab:\nthe beam drawing, and the carton with its seal.';
  it.each([
    ['approval', '… to be ready for the approval lab: the beam drawing, and the carton with its seal.'],
    ['carton', '… beam drawing, and the carton with its seal.'],
    ['seal lab', '… ready for the approval lab: the beam drawing, and the carton with its seal.'],
    ['ready', 'What has to be ready for the approval lab: the beam drawing, and the carton with its seal.'],
    ['kanban', null],
    ['', null],
  ])('by %j begins a little before the first hit', (query, expected) => {
    expect(excerptOf(text, query)).toBe(expected);
  });
});

describe('markMatches', () => {
  it.each([
    ['Pricing page', 'pr', '[Pr]icing page'],
    ['Update the privacy policy', 'pr', 'Update the [pr]ivacy policy'],
    ['Apricots on the privacy page', 'pr', 'Apricots on the [pr]ivacy page'],
    ['Apricots', 'pr', 'A[pr]icots'],
    ['Ship to Zürich', 'zuri', 'Ship to [Züri]ch'],
    ['Alte Straße 5', 'strasse', 'Alte [Straße] 5'],
    ['Go to Board', 'bo go', '[Go] to [Bo]ard'],
    ['Go to Board', 'kanban', 'Go to Board'],
    ['Go to Board', '  ', 'Go to Board'],
    ['a 🙂 smile', 'smile', 'a 🙂 [smile]'],
  ])('%s by %j', (text, query, expected) => {
    expect(marked(text, query)).toBe(expected);
  });

  it('loses no letter, whatever is searched for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', maxLength: 4 }), (text, query) => {
        const pieces = markMatches(text, query);
        expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      }),
    );
  });
});
