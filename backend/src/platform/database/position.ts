/**
 * A position in the database's write-ahead log (WAL) as sortable text: timeline and LSN, 24 hexadecimal digits. A server that
 * has replayed up to a position returns everything committed before the position was read. A new primary begins a higher
 * timeline, so its positions sort after all older ones.
 */
export type Position = string;

/** Responses carry it; a replica can answer requests that send it back. */
export const POSITION_HEADER = 'Position';

/** Sorts after every position, so no replica is known to have reached it. */
export const UNREACHABLE: Position = '~';

/** Parses a caller's position; undefined if it is missing or malformed. */
export const parsePosition = (given: string | undefined): Position | undefined =>
  given !== undefined && /^[\da-f]{24}$/.test(given) ? given : undefined;

export const laterPosition = (one: Position, other: Position): Position => (one > other ? one : other);
