/** A comment or a change, in the order of the stream. */
export interface StreamEntry {
  id: string;
  /** The time; entries with the same time keep their order. */
  at: string;
}

/** A list whose latest entries are loaded, and whether earlier ones exist. */
export interface Part<Kind extends StreamEntry> {
  entries: readonly Kind[];
  hasEarlier: boolean;
}

/** The time from which all entries of a part are loaded. */
const loadedFrom = ({ entries, hasEarlier }: Part<StreamEntry>): string =>
  hasEarlier ? entries.reduce((first, { at }) => (at < first ? at : first), '~') : '';

/**
 * Merges lists by time, earliest first. Omits entries before the first loaded one of an incomplete list, because others
 * may belong between them; `next` contains the lists whose earlier entries must be loaded.
 */
export const mergeStreams = <Kind extends StreamEntry, P extends Part<Kind>>(
  parts: readonly P[],
): { entries: readonly P['entries'][number][]; next: readonly P[] } => {
  const from = parts.map(loadedFrom).reduce((last, at) => (at > last ? at : last), '');
  return {
    entries: parts
      .flatMap(({ entries }) => entries)
      .filter(({ at }) => at >= from)
      .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1)),
    next: parts.filter((part) => part.hasEarlier && loadedFrom(part) === from),
  };
};
