/** The fields that decide which line undid which. */
interface Undoable {
  projectId: string;
  entityId: string;
  /** The revision of the project that identifies the change set. */
  revision: number;
  /** The revisions of the change sets that it undid. */
  undoOf: readonly number[] | null;
}

/**
 * Merges a change and its undo into one line: the change, marked as undone. A redo removes the mark. Lines are newest
 * first. An undo whose change is not in the list stays a line.
 */
export const mergeUndone = <Line extends Undoable>(
  lines: readonly Line[],
): readonly (Line & { isUndone: boolean })[] => {
  const shown: (Line & { isUndone: boolean })[] = [];
  /** The visible lines that a change set changed or undid. */
  const changed = new Map<string, (Line & { isUndone: boolean })[]>();
  for (const line of lines.toReversed()) {
    const keyOf = (revision: number): string => `${line.projectId} ${revision} ${line.entityId}`;
    const undone = (line.undoOf ?? []).flatMap((revision) => changed.get(keyOf(revision)) ?? []);
    const own = { ...line, isUndone: false };
    if (undone.length === 0) shown.push(own);
    for (const one of undone) one.isUndone = !one.isUndone;
    changed.set(keyOf(line.revision), undone.length === 0 ? [own] : undone);
  }
  return shown.toReversed();
};
