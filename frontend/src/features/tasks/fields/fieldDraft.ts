import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts';
import { isSame } from '../model/taskValues';

/** What somebody is changing a field to, and what it was when they began. */
export interface FieldDraft<Value> {
  base: Value;
  value: Value;
}

/** The draft after its field was set to `value`; none where that is what it was. */
export const typed = <Value>(
  draft: FieldDraft<Value> | null,
  stored: Value,
  value: Value,
): FieldDraft<Value> | null => {
  const base = draft ? draft.base : stored;
  return isSame(base, value) && isSame(stored, base) ? null : { base, value };
};

/** Has somebody else changed the field meanwhile, to something else than the draft wants? */
export const isConflict = <Value>(draft: FieldDraft<Value> | null, stored: Value): boolean =>
  draft !== null && !isSame(stored, draft.base) && !isSame(stored, draft.value);

/** What is left of the draft once `sent`, typed as `value`, is saved: what was typed since. */
export const afterSave = <Value>(
  draft: FieldDraft<Value> | null,
  value: Value,
  sent: Value,
): FieldDraft<Value> | null =>
  draft === null || isSame(draft.value, value) ? null : { base: sent, value: draft.value };

const NONE = { isThere: false, base: '', value: '' };

/** The half-typed text that is kept under `key`. */
export const keptDraft = (key: string): FieldDraft<string> | null => {
  const { isThere, base, value } = readDraft(key, NONE);
  return isThere ? { base, value } : null;
};

/** Keeps a half-typed text under `key`, or forgets it. */
export const keepDraft = (key: string, draft: FieldDraft<string> | null): void => {
  if (draft) writeDraft(key, { isThere: true, ...draft });
  else clearDraft(key);
};
