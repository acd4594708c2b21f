import { describe, expect, it } from 'vitest';
import { shortenUnchanged, textOf, type DiffPart } from './descriptionVersions';

const part = (kind: DiffPart['kind'], text: string): DiffPart => ({ __typename: 'DiffPart', kind, text });
const diff = [
  part('SAME', `start ${'a'.repeat(300)}`),
  part('REMOVED', 'old'),
  part('ADDED', 'new'),
  part('SAME', 'b'.repeat(300)),
  part('ADDED', 'more'),
  part('SAME', `${'c'.repeat(300)} end`),
];

describe('a version', () => {
  it('has the text without what was removed', () => {
    const text = `start ${'a'.repeat(300)}new${'b'.repeat(300)}more${'c'.repeat(300)} end`;
    expect(textOf({ diff })).toBe(text);
  });

  it('is shown with the text next to each change', () => {
    expect(shortenUnchanged(diff).map(({ text }) => text)).toEqual([
      ` … ${'a'.repeat(120)}`,
      'old',
      'new',
      `${'b'.repeat(120)} … ${'b'.repeat(120)}`,
      'more',
      `${'c'.repeat(120)} … `,
    ]);
    const odd = [part('ADDED', 'new'), part('SAME', `a${'🌱'.repeat(300)}`), part('REMOVED', 'old')];
    expect(shortenUnchanged(odd)[1]?.text).toBe(`a${'🌱'.repeat(59)} … ${'🌱'.repeat(60)}`);
    const short = [part('SAME', 'Measure the '), part('ADDED', 'old ')];
    expect(shortenUnchanged(short)).toEqual(short);
  });
});
