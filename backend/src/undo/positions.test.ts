import { describe, expect, it } from 'vitest';
import { toCurrentGap } from './positions.js';

/** New keys after respacing, in their order. */
const anew = (...pairs: [before: string, after: string][]) => pairs.map(([before, after]) => ({ before, after }));

describe('a key of former times', () => {
  it('says the same place where nothing around it was made anew', () => {
    expect(toCurrentGap('b', [])).toEqual({ key: 'b', lower: null, upper: null });
    expect(toCurrentGap('b', [anew(['c', 'c2'], ['d', 'd2'])])).toEqual({ key: 'b', lower: null, upper: null });
  });

  it('lies between the new keys of its old neighbors otherwise, also when those were created again', () => {
    const once = anew(['a1', 'm'], ['c1', 'p']);
    expect(toCurrentGap('b1', [once])).toEqual({ key: null, lower: 'm', upper: 'p' });
    expect(toCurrentGap('b1', [once, anew(['m', 'x'], ['p', 'y'])])).toEqual({ key: null, lower: 'x', upper: 'y' });
  });

  it('stays below all, or above all, that were made anew', () => {
    expect(toCurrentGap('b9', [anew(['c1', 'b'], ['c2', 'b5'])])).toEqual({ key: null, lower: null, upper: 'b' });
    expect(toCurrentGap('c5', [anew(['c1', 'c8'], ['c2', 'c9'])])).toEqual({ key: null, lower: 'c9', upper: null });
  });
});
