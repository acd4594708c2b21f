/**
 * A point of the database's log of writes (WAL), as text that sorts: the timeline and the place on it, 24 hexadecimal
 * digits. Who reads where all up to there has been replayed reads everything that was committed before it was told. A
 * new primary begins another timeline, so a point of before sorts below all of its own.
 */
export type Position = string;

/** Answers tell it, and requests that send it back may be answered by a replica. */
export const POSITION_HEADER = 'Position';

/** No place of the log: nothing is known to reach it. */
export const NOWHERE: Position = '~';

/** Reads what a caller holds. What is none of ours counts as none. */
export const heldPosition = (given: string | undefined): Position | undefined =>
  given !== undefined && /^[\da-f]{24}$/.test(given) ? given : undefined;

export const later = (one: Position, other: Position): Position => (one > other ? one : other);
