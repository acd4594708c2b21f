import { describe, expect, it } from 'vitest';
import { toCurrentGap } from './positions.js';

/** New keys after respacing, in their order. */
const respaced = (...pairs: [before: string, after: string][]) => pairs.map(([before, after]) => ({ before, after }));

describe('a rank of an earlier revision', () => {
  it('keeps its place if no rank around it was renumbered', () => {
    expect(toCurrentGap('b', [])).toEqual({ key: 'b', lower: null, upper: null });
    expect(toCurrentGap('b', [respaced(['c', 'c2'], ['d', 'd2'])])).toEqual({ key: 'b', lower: null, upper: null });
  });

  it('otherwise lies between the new ranks of its old neighbors, also after several renumberings', () => {
    const once = respaced(['a1', 'm'], ['c1', 'p']);
    expect(toCurrentGap('b1', [once])).toEqual({ key: null, lower: 'm', upper: 'p' });
    expect(toCurrentGap('b1', [once, respaced(['m', 'x'], ['p', 'y'])])).toEqual({ key: null, lower: 'x', upper: 'y' });
  });

  it('stays below or above all renumbered ranks', () => {
    expect(toCurrentGap('b9', [respaced(['c1', 'b'], ['c2', 'b5'])])).toEqual({ key: null, lower: null, upper: 'b' });
    expect(toCurrentGap('c5', [respaced(['c1', 'c8'], ['c2', 'c9'])])).toEqual({ key: null, lower: 'c9', upper: null });
  });
});
