/** Something that was said or done, in the order in which it is shown. */
export interface Entry {
  id: string;
  /** When: entries of a moment stay in the order in which they came. */
  at: string;
}

/** A list of which the latest entries are known, and whether there are earlier ones. */
export interface Part<Kind extends Entry> {
  entries: readonly Kind[];
  hasEarlier: boolean;
}

/** From when on all of a part is known. */
const knownFrom = ({ entries, hasEarlier }: Part<Entry>): string =>
  hasEarlier ? entries.reduce((first, { at }) => (at < first ? at : first), '~') : '';

/**
 * Parts as one list in the order of time, the earliest first. What is earlier than the first known entry of a part that has
 * more is left out, as something of that part may belong between; `next` are the parts whose earlier entries come next.
 */
export const asOneStream = <Kind extends Entry, P extends Part<Kind>>(
  parts: readonly P[],
): { entries: readonly P['entries'][number][]; next: readonly P[] } => {
  const from = parts.map(knownFrom).reduce((last, at) => (at > last ? at : last), '');
  return {
    entries: parts
      .flatMap(({ entries }) => entries)
      .filter(({ at }) => at >= from)
      .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1)),
    next: parts.filter((part) => part.hasEarlier && knownFrom(part) === from),
  };
};
