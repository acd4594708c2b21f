import { expect, it } from 'vitest';
import { fewestFirst } from './turns.js';

it('the next place is for the people with the fewest running streams, else in the given order', () => {
  const of = (...names: string[]) => names.map((name) => ({ name, userId: name[0] ?? '' }));
  const order = (streams: readonly { name: string }[]): string[] => streams.map(({ name }) => name);
  const running = of('a1', 'a2', 'a3', 'b1');
  const found = of('a4', 'a5', 'b2', 'c1', 'a6', 'd1');
  expect(order(fewestFirst(found, running))).toEqual(['c1', 'd1', 'b2', 'a4', 'a5', 'a6']);
  expect(order(fewestFirst(of('b2', 'a4'), []))).toEqual(['b2', 'a4']);
});
