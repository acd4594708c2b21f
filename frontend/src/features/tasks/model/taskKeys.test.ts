import { describe, expect, it } from 'vitest';
import { hasKeys, splitKeys } from './taskKeys';

const keysIn = (text: string): string[] => splitKeys(text).flatMap(({ text: part, prefix }) => (prefix ? [part] : []));

describe('the keys in a text', () => {
  it.each([
    ['HARB-12', ['HARB-12']],
    ['Like HARB-12, (T4-1) and “X9Z-204”.', ['HARB-12', 'T4-1', 'X9Z-204']],
    ['HARB-12: first; HARB-13!', ['HARB-12', 'HARB-13']],
    ['看HARB-12。', ['HARB-12']],
    ['harb-12, Harb-12, HARB-0, HARB-012, H-1, TOOLONGX-1, HARB-', []],
    ['HARB-12-3, HARB-12.5, HARB-12/4, a/HARB-12, #HARB-12, ?t=HARB-12, HARB-12x', []],
    ['HARB-12.', ['HARB-12']],
  ])('of %j', (text, keys) => {
    expect(keysIn(text)).toEqual(keys);
    expect(hasKeys(text)).toBe(keys.length > 0);
    expect(
      splitKeys(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
