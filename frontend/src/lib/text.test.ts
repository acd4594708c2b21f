import { describe, expect, it } from 'vitest';
import { excerpt, initials } from './text';

describe('initials', () => {
  it.each([
    ['Mara', 'Okafor', 'MO'],
    ['teo', 'álvarez', 'TÁ'],
    ['Teo', 'A\u0301lvarez', 'TA\u0301'],
    ['Prince', '', 'P'],
    ['', ' ', 'U'],
  ])('of %s %s are %3$s', (firstName, lastName, letters) => {
    expect(initials({ firstName, lastName })).toBe(letters);
  });

  it('are U without a user', () => {
    expect(initials(null)).toBe('U');
  });
});

describe('excerpt', () => {
  it('leaves a text of just the length alone', () => {
    expect(excerpt('a'.repeat(100))).toBe('a'.repeat(100));
  });

  it('cuts a longer one and says so', () => {
    expect(excerpt('a'.repeat(101))).toBe(`${'a'.repeat(100)}...`);
  });

  it('does not cut a character in half', () => {
    expect(excerpt('🪨'.repeat(101))).toBe(`${'🪨'.repeat(100)}...`);
    expect(excerpt('🪨'.repeat(60))).toBe('🪨'.repeat(60));
    expect(excerpt('👩‍👩‍👧‍👦'.repeat(101))).toBe(`${'👩‍👩‍👧‍👦'.repeat(100)}...`);
    expect(excerpt('e\u0301'.repeat(100))).toBe('e\u0301'.repeat(100));
  });
});
