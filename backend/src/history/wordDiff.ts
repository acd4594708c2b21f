import { setImmediate } from 'node:timers/promises';
import { type ChangeObject, diffLines, diffWordsWithSpace } from 'diff';
import type { Turn } from '../platform/lib/passwords.js';
import { FairQueue } from '../request/fairQueue.js';

/** A part of two compared texts. */
export interface DiffPart {
  kind: DiffKind;
  text: string;
}

export const DiffKind = { SAME: 'SAME', ADDED: 'ADDED', REMOVED: 'REMOVED' } as const;
export type DiffKind = (typeof DiffKind)[keyof typeof DiffKind];

/** If more words or lines differ, texts are compared in larger pieces. The time limit is for busy machines. */
const LIMIT = { maxEditLength: 500, timeout: 50 };

const toPart = ({ added, removed, value }: ChangeObject<string>): DiffPart => ({
  kind: added ? DiffKind.ADDED : removed ? DiffKind.REMOVED : DiffKind.SAME,
  text: value,
});

const replaced = (before: string, after: string): DiffPart[] => [
  ...(before === '' ? [] : [{ kind: DiffKind.REMOVED, text: before }]),
  ...(after === '' ? [] : [{ kind: DiffKind.ADDED, text: after }]),
];

/** Compares one pair of texts at a time, because a comparison can take a while. People take turns. */
const comparing = new FairQueue(1, 1_000);

/**
 * Compares two texts by words. If they differ too much, compares them by lines, or returns them as one replaced part. Other
 * requests run between any two comparisons. Throws UNAVAILABLE if too many wait.
 */
export async function diffTexts(turn: Turn, before: string, after: string): Promise<DiffPart[]> {
  if (before === '' || after === '' || before === after) {
    return before === after && after !== '' ? [{ kind: DiffKind.SAME, text: after }] : replaced(before, after);
  }
  return comparing.run(turn, async () => {
    await setImmediate();
    const parts = diffWordsWithSpace(before, after, LIMIT) ?? diffLines(before, after, LIMIT);
    return parts?.map(toPart) ?? replaced(before, after);
  });
}
