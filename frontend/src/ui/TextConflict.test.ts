import { expect, it } from 'vitest';
import { diffWords } from './TextConflict';

it('finds where two texts differ, in whole words', () => {
  expect(
    diffWords('Photos at 3000 px and 1200 px, and the note', 'Photos at 3000 px and 800 px, and the note'),
  ).toEqual({
    mine: ['Photos at 3000 px and ', '1200', ' px, and the note'],
    theirs: ['Photos at 3000 px and ', '800', ' px, and the note'],
  });
});

it('loses no character, whatever is missing on one side', () => {
  for (const [mine, theirs] of [
    ['', 'all new'],
    ['a b', 'a'],
    ['a a a', 'a a'],
    ['same', 'same'],
    ['one\n\ntwo', 'one two'],
  ] as const) {
    const parts = diffWords(mine, theirs);
    expect(parts.mine.join('')).toBe(mine);
    expect(parts.theirs.join('')).toBe(theirs);
  }
});
