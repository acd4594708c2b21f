/** Ids for rows that have none: of their contents, so that the same row has the same id in the next file. */
export class RepeatedIds {
  readonly #counts = new Map<string, number>();

  /** Returns the base as an id or, if it was one before, with a number. */
  next(base: string): string {
    const count = (this.#counts.get(base) ?? 0) + 1;
    this.#counts.set(base, count);
    return count === 1 ? base : `${base}#${count}`;
  }
}
