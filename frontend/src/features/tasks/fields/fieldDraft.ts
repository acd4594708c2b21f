import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts';
import { isSame } from '../model/taskValues';

/** An unsaved value of a field, and the value on which it is based. */
export interface FieldDraft<Value> {
  base: Value;
  value: Value;
}

/** Returns the draft after its field was set to `value`; null if that is the original value. */
export const changeDraft = <Value>(
  draft: FieldDraft<Value> | null,
  stored: Value,
  value: Value,
): FieldDraft<Value> | null => {
  const base = draft ? draft.base : stored;
  return isSame(base, value) && isSame(stored, base) ? null : { base, value };
};

/** Whether another person has changed the field meanwhile, to another value than the draft. */
export const isConflict = <Value>(draft: FieldDraft<Value> | null, stored: Value): boolean =>
  draft !== null && !isSame(stored, draft.base) && !isSame(stored, draft.value);

/** Returns the draft that remains after `sent`, typed as `value`, was saved: the text typed since. */
export const afterSave = <Value>(
  draft: FieldDraft<Value> | null,
  value: Value,
  sent: Value,
): FieldDraft<Value> | null =>
  draft === null || isSame(draft.value, value) ? null : { base: sent, value: draft.value };

const NONE = { isThere: false, base: '', value: '' };

/** Returns the draft of a text that is stored under `key`. */
export const keptDraft = (key: string): FieldDraft<string> | null => {
  const { isThere, base, value } = readDraft(key, NONE);
  return isThere ? { base, value } : null;
};

/** Stores a half-typed text under `key`, or removes it with null. */
export const keepDraft = (key: string, draft: FieldDraft<string> | null): void => {
  if (draft) writeDraft(key, { isThere: true, ...draft });
  else clearDraft(key);
};
