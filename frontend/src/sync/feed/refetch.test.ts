import { ApolloClient, ApolloLink, InMemoryCache } from '@apollo/client';
import { EMPTY } from 'rxjs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Invalidation, NO_INVALIDATION } from './reactions';
import { Refetcher } from './refetch';

const ALL: Invalidation = { figures: true, counts: true, people: true, lists: true };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const read: string[] = [];
  const note = (what: keyof Invalidation) => () => void read.push(what);
  const client = new ApolloClient({ cache: new InMemoryCache(), link: new ApolloLink(() => EMPTY) });
  const refetcher = new Refetcher(client, {
    figures: note('figures'),
    counts: note('counts'),
    people: note('people'),
    lists: note('lists'),
  });
  const count = (wanted: keyof Invalidation) => read.filter((what) => what === wanted).length;
  return { refetcher, count, read };
}

it('refetches once for a burst of changes', () => {
  const { refetcher, read } = start();
  for (let n = 0; n < 5; n += 1) refetcher.schedule(ALL);
  vi.advanceTimersByTime(1_000);
  expect(read.toSorted()).toEqual(['counts', 'figures', 'lists', 'people']);
});

it.each(['figures', 'counts', 'people'] as const)(
  'reads %s soon after the first change of another person, and then at most every ten seconds',
  (what) => {
    const { refetcher, count } = start();
    const change = { ...NO_INVALIDATION, [what]: true };
    refetcher.schedule(change, true);
    vi.advanceTimersByTime(600);
    expect(count(what)).toBe(1);
    for (let second = 0; second < 9; second += 1) {
      refetcher.schedule(change, true);
      vi.advanceTimersByTime(1_000);
    }
    expect(count(what)).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(count(what)).toBe(2);
    vi.advanceTimersByTime(60_000);
    expect(count(what)).toBe(2);
  },
);

it('refetches lists soon after each change by others', () => {
  const { refetcher, count } = start();
  for (let n = 0; n < 3; n += 1) {
    refetcher.schedule({ ...NO_INVALIDATION, lists: true }, true);
    vi.advanceTimersByTime(200);
  }
  expect(count('lists')).toBe(3);
});

it('refetches at once after an own change, and not again for pending changes by others', () => {
  const { refetcher, count } = start();
  refetcher.schedule(ALL, true);
  vi.advanceTimersByTime(600);
  refetcher.schedule(ALL, true);
  refetcher.schedule(ALL);
  vi.advanceTimersByTime(600);
  expect([count('figures'), count('counts')]).toEqual([2, 2]);
  vi.advanceTimersByTime(20_000);
  expect([count('figures'), count('counts')]).toEqual([2, 2]);
});

it('refetches nothing after it was stopped', () => {
  const { refetcher, read } = start();
  refetcher.schedule(ALL);
  refetcher.stop();
  vi.advanceTimersByTime(60_000);
  expect(read).toEqual([]);
});
