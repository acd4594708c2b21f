import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../demo/seededRandom.js';
import { clockRank, endRank, MAX_RANK_LENGTH, type Random, type Ranked, rankBetween, respace } from './rank.js';

const INSERTS = 20_000;
const NOON = new Date('2026-11-21T12:00:00.000Z');

/** Returns the first index where the bytes do not rise (`collate "C"`), or -1. */
function firstDisorder(ranks: readonly string[]): number {
  const bytes = ranks.map((rank) => Buffer.from(rank));
  return bytes.findIndex((at, index) => {
    const before = bytes[index - 1];
    return before !== undefined && Buffer.compare(before, at) >= 0;
  });
}

const lengths = (ranks: readonly string[]) => ({
  mean: ranks.reduce((sum, { length }) => sum + length, 0) / ranks.length,
  longest: Math.max(...ranks.map(({ length }) => length)),
});

/** Returns `count` ranks, each inserted between two neighbors at a random place. */
function scattered(count: number, random: Random): string[] {
  const ranks: string[] = [];
  for (let i = 0; i < count; i += 1) {
    const at = Math.floor(random() * (ranks.length + 1));
    ranks.splice(at, 0, rankBetween(ranks[at - 1] ?? null, ranks[at] ?? null, random));
  }
  return ranks;
}

/** Long ranks: each new card goes directly below, or above, the same one. */
function crowded(count: number, random: Random): string[] {
  const ranks = ['a0', 'a1'];
  const down = random() < 0.5;
  let last = down ? 'a1' : 'a0';
  for (let i = 0; i < count; i += 1) {
    last = down ? rankBetween('a0', last, random) : rankBetween(last, 'a1', random);
    ranks.push(last);
  }
  return ranks.sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}

const withIds = (ranks: readonly string[]): Ranked[] => ranks.map((rank, index) => ({ id: `task ${index}`, rank }));

/** The whole list after respacing. */
const applied = (before: readonly Ranked[], fresh: Map<string, string>): string[] =>
  before.map(({ id, rank }) => fresh.get(id) ?? rank);

describe('a rank between two neighbors', () => {
  it('keeps the order of bytes over 20,000 inserts at random places, and stays short', () => {
    const ranks = scattered(INSERTS, seededRandom(1));
    expect(firstDisorder(ranks)).toBe(-1);
    const { mean, longest } = lengths(ranks);
    expect(mean).toBeLessThan(8);
    expect(longest).toBeLessThan(20);
  });

  it('keeps the order of bytes over 20,000 inserts at the top, and stays short', () => {
    const random = seededRandom(2);
    const ranks: string[] = [clockRank(NOON, random)];
    for (let i = 0; i < INSERTS; i += 1) ranks.push(rankBetween(null, ranks.at(-1) ?? null, random));
    expect(firstDisorder(ranks.toReversed())).toBe(-1);
    const { mean, longest } = lengths(ranks);
    expect(mean).toBeLessThan(10);
    expect(longest).toBeLessThan(20);
  });

  it('lies strictly between any two ranks', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 2, max: 60 }), fc.nat(), fc.nat(), (seed, count, one, other) => {
        const random = seededRandom(seed);
        const ranks = scattered(count, random);
        const [from, to] = [one % count, other % count].sort((a, b) => a - b) as [number, number];
        fc.pre(from < to);
        const [lower, upper] = [ranks[from] ?? '', ranks[to] ?? ''];
        expect(firstDisorder([lower, rankBetween(lower, upper, random), upper])).toBe(-1);
      }),
    );
  });

  it('is rarely the same for two people who drop at the same place', () => {
    const random = seededRandom(3);
    let same = 0;
    for (let i = 0; i < 1_000; i += 1) {
      if (rankBetween('a0', 'a1', random) === rankBetween('a0', 'a1', random)) same += 1;
    }
    // three halvings make eight places
    expect(same).toBeLessThan(200);
  });
});

describe('a rank at the end', () => {
  it('keeps the order of bytes over 20,000 cards in the same millisecond, and stays short', () => {
    const random = seededRandom(4);
    const ranks: string[] = [];
    for (let i = 0; i < INSERTS; i += 1) ranks.push(endRank(NOON, ranks.at(-1) ?? null, random));
    expect(firstDisorder(ranks)).toBe(-1);
    const { mean, longest } = lengths(ranks);
    expect(mean).toBeLessThan(10);
    expect(longest).toBeLessThan(20);
  });

  it('keeps the order of bytes over 20,000 cards while the clock runs, stops and goes back', () => {
    const random = seededRandom(5);
    const ranks: string[] = [];
    let at = NOON.getTime();
    for (let i = 0; i < INSERTS; i += 1) {
      at += Math.floor(random() * 40) - 10;
      ranks.push(endRank(new Date(at), ranks.at(-1) ?? null, random));
    }
    expect(firstDisorder(ranks)).toBe(-1);
    expect(lengths(ranks).longest).toBeLessThan(20);
  });

  it('comes after any greatest rank', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, count) => {
        const random = seededRandom(seed);
        const greatest = scattered(count, random).at(-1) ?? '';
        const beyond = clockRank(new Date(NOON.getTime() + 86_400_000), random);
        expect(firstDisorder([greatest, endRank(NOON, greatest, random)])).toBe(-1);
        expect(firstDisorder([beyond, endRank(NOON, beyond, random)])).toBe(-1);
      }),
    );
  });

  it('orders boards that mix projects by time: a later moment sorts later', () => {
    const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2080-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(moment, moment, fc.integer(), (one, other, seed) => {
        fc.pre(one.getTime() !== other.getTime());
        const random = seededRandom(seed);
        const [earlier, later] = one < other ? [one, other] : [other, one];
        expect(firstDisorder([clockRank(earlier, random), clockRank(later, random)])).toBe(-1);
      }),
    );
  });

  it('is a key that can be inserted around', () => {
    const random = seededRandom(6);
    for (let i = 0; i < 1_000; i += 1) {
      const rank = clockRank(new Date(NOON.getTime() + i), random);
      const around = [rankBetween(null, rank, random), rank, rankBetween(rank, null, random)];
      expect(firstDisorder(around)).toBe(-1);
    }
  });
});

describe('respacing', () => {
  it('shortens long ranks between unchanged neighbors and keeps their order', () => {
    const settled = { above: ['Zz', 'a0'], below: ['a2', 'a3'] };
    const crowd = crowded(1_200, seededRandom(7)).filter((rank) => rank.length > 40);
    expect(lengths(crowd).longest).toBeGreaterThan(MAX_RANK_LENGTH);
    const before = withIds([...settled.above, ...crowd, ...settled.below]);
    const fresh = respace(before, Math.floor(before.length / 2));

    const after = applied(before, fresh);
    expect(firstDisorder(after)).toBe(-1);
    expect(after.slice(0, 2)).toEqual(settled.above);
    expect(after.slice(-2)).toEqual(settled.below);
    expect(fresh.size).toBe(crowd.length);
    expect(lengths([...fresh.values()]).longest).toBeLessThan(10);
  });

  it('keeps the order and every rank unique, wherever the long ranks are', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 1_100, max: 1_300 }),
        (seed, few, many) => {
          const random = seededRandom(seed);
          const loose = scattered(few, random).map((rank) => `b1${rank.slice(2)}V`);
          const ranks = [...new Set([...crowded(many, random), ...loose])].sort((a, b) => (a < b ? -1 : 1));
          const before = withIds(ranks);
          const longest = lengths(ranks).longest;
          const at = ranks.findIndex(({ length }) => length === longest);
          const fresh = respace(before, at);
          const after = applied(before, fresh);
          expect(firstDisorder(after)).toBe(-1);
          expect(after[at]?.length).toBeLessThan(longest);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('does not change any other rank', () => {
    const before = withIds(['a0', `a1${'V'.repeat(250)}`, 'a2', 'a3']);
    const fresh = respace(before, 1);
    expect([...fresh.keys()]).toEqual(['task 1']);
    expect(firstDisorder(applied(before, fresh))).toBe(-1);
  });

  it('works if the long ranks have no neighbor on one side', () => {
    for (const ranks of [[`a1${'V'.repeat(250)}`], [`a1${'V'.repeat(250)}`, 'a2'], ['a1', `a1${'V'.repeat(250)}`]]) {
      const before = withIds(ranks);
      const at = ranks.findIndex(({ length }) => length > MAX_RANK_LENGTH);
      const after = applied(before, respace(before, at));
      expect(firstDisorder(after)).toBe(-1);
      expect(lengths(after).longest).toBeLessThan(10);
    }
  });
});
