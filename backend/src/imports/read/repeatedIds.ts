import { createHash } from 'node:crypto';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

/** Returns ids for rows without one, from their contents, so that a row has the same id in the next file. */
export class RepeatedIds {
  readonly #counts = new Map<string, number>();

  /** Returns the base as an id, with a number if the base was used before. */
  next(base: string): string {
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return count === 1 ? base : `${base}#${count}`;
  }
}
