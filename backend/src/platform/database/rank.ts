import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';

/** Ranks are fractional-indexing keys. They are always compared by bytes (`collate "C"`, plain `<`), never by a locale. */

/** A longer rank makes the command respace its neighborhood. */
export const MAX_RANK_LENGTH = 200;
/** Whether a text can be a rank, with space for further ranks before and after it. */
const SETTLED_LENGTH = 40;
const HALVINGS = 3;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The objects above and below a place, by their ids. */
export interface Neighbors {
  afterId?: string | null | undefined;
  beforeId?: string | null | undefined;
}

/** Whether a text can be the rank of an object: between it and others there are further ranks. */
export function isRank(text: string): boolean {
  if (text.length > MAX_RANK_LENGTH) return false;
  try {
    return generateKeyBetween(text, null) > text && generateKeyBetween(null, text) < text;
  } catch {
    return false;
  }
}

/** A number in [0, 1), as Math.random. */
export type Random = () => number;

/**
 * Returns a key between two neighbors (null: no neighbor on that side). Random halvings inside the gap make equal keys
 * rare when two people drop cards at the same place.
 */
export function rankBetween(lower: string | null, upper: string | null, random: Random = Math.random): string {
  let key = generateKeyBetween(lower, upper);
  let [low, high] = [lower, upper];
  for (let i = 0; i < HALVINGS; i += 1) {
    if (random() < 0.5) high = key;
    else low = key;
    key = generateKeyBetween(low, high);
  }
  return key;
}

/**
 * Returns a key from the clock: integer part `g` with 7 base-62 digits of the milliseconds, then a random fraction. Cards at
 * the end of a column get one, so that boards across projects order new cards by time.
 */
export function clockRank(now: Date, random: Random = Math.random): string {
  let rest = now.getTime();
  let digits = '';
  for (let i = 0; i < 7; i += 1) {
    digits = (DIGITS[rest % 62] ?? '0') + digits;
    rest = Math.floor(rest / 62);
  }
  let fraction = '';
  for (let i = 0; i < 4; i += 1) fraction += DIGITS[Math.floor(random() * 62)] ?? '0';
  // a fraction must not end in the smallest digit
  return `g${digits}${fraction}${DIGITS[1 + Math.floor(random() * 61)] ?? '1'}`;
}

/** Returns a key for the end of a column: by the clock, but always after `greatest`. */
export function endRank(now: Date, greatest: string | null, random: Random = Math.random): string {
  const byClock = clockRank(now, random);
  return greatest !== null && greatest >= byClock ? rankBetween(greatest, null, random) : byClock;
}

/** Returns `many` ascending keys for the end of a column. */
export function endRanks(now: Date, greatest: string | null, many: number): string[] {
  const first = endRank(now, greatest);
  return [first, ...generateNKeysBetween(first, null, many - 1)];
}

/** Returns `many` ascending keys between two neighbors. */
export function ranksBetween(lower: string | null, upper: string | null, many: number): string[] {
  return many === 1 ? [rankBetween(lower, upper)] : generateNKeysBetween(lower, upper, many);
}

/** A card of a project. */
export interface Ranked {
  id: string;
  rank: string;
}

/**
 * Shortens the run of long keys around index `at`: gives them new keys between the nearest short ones, in the same order.
 * Returns the changed ranks by id.
 */
export function respace(ordered: readonly Ranked[], at: number): Map<string, string> {
  const crowded = (index: number): boolean => (ordered[index]?.rank.length ?? 0) > SETTLED_LENGTH;
  let from = at;
  let to = at;
  while (from > 0 && crowded(from - 1)) from -= 1;
  while (to < ordered.length - 1 && crowded(to + 1)) to += 1;
  const lower = ordered[from - 1]?.rank ?? null;
  const upper = ordered[to + 1]?.rank ?? null;
  const fresh = generateNKeysBetween(lower, upper, to - from + 1);
  return new Map(ordered.slice(from, to + 1).map(({ id }, index) => [id, fresh[index] ?? '']));
}
