/** What decides which line undid which. */
interface Undoable {
  projectId: string;
  entityId: string;
  /** The change set of the project. */
  revision: number;
  /** The change sets that it undid. */
  undoOf: readonly number[] | null;
}

/**
 * Makes one line of a change and its undo: the change, marked as undone. A redo takes the mark away again. The lines are the
 * newest first; an undo whose change is not among them stays.
 */
export const foldUndone = <Line extends Undoable>(
  lines: readonly Line[],
): readonly (Line & { isUndone: boolean })[] => {
  const shown: (Line & { isUndone: boolean })[] = [];
  /** The shown lines that a change set changed or undid. */
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
