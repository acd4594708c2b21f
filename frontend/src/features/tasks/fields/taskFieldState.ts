import { afterSave, isConflict, changeDraft, type FieldDraft } from './fieldDraft';
import { isSame, type CheckedField } from '../model/taskValues';

/** Why something was not saved. */
export interface Refusal {
  message: string | undefined;
  /** True if there was no connection; false for a refusal. */
  isUnsent: boolean;
}

/** The state of an edited field: draft, write in progress, refusal. It does not contain the task's own value. */
export interface TaskFieldState<Value> {
  /** Texts have drafts, which stay after a refusal; choices are applied immediately or not at all. */
  isText: boolean;
  draft: FieldDraft<Value> | null;
  /** The draft that is being sent, and its value as parsed by the contract. */
  sending: { draft: FieldDraft<Value>; value: Value } | null;
  /** Whether it was saved again during a write. */
  wantsMore: boolean;
  refusal: Refusal | null;
}

/** The events of a field; `stored` is the task's value at that moment. */
export type TaskFieldEvent<Value> =
  | { type: 'typed'; value: Value; stored: Value }
  /** Keeps editing this value on top of another person's change. */
  | { type: 'rebased'; value: Value; stored: Value }
  | { type: 'undone' }
  /** Removes the messages of the field. */
  | { type: 'settled' }
  /** An invalid value was chosen. */
  | { type: 'faulty'; fault: string }
  /** Saves the value, as parsed by the contract. */
  | { type: 'sent'; stored: Value; checked: CheckedField<Value> }
  | { type: 'saved' }
  /** `isOutdated`: another person has saved another value meanwhile, which then conflicts with the draft. */
  | { type: 'refused'; refusal: Refusal | null; isOutdated: boolean };

/** A field with its stored draft. */
export const beginField = <Value>(isText: boolean, draft: FieldDraft<Value> | null): TaskFieldState<Value> => ({
  isText,
  draft,
  sending: null,
  wantsMore: false,
  refusal: null,
});

const send = <Value>(
  state: TaskFieldState<Value>,
  stored: Value,
  checked: CheckedField<Value>,
): TaskFieldState<Value> => {
  const { draft, sending } = state;
  if (!draft) return state;
  // One write at a time, because the next one would mistake the result of this one for another person's change.
  if (sending) return { ...state, wantsMore: true };
  if (isConflict(draft, stored)) return state;
  if ('fault' in checked) return { ...state, refusal: { message: checked.fault, isUnsent: false } };
  if (isSame(checked.value, stored)) return { ...state, draft: null };
  return { ...state, sending: { draft, value: checked.value }, wantsMore: false };
};

/** Returns the state of the field after an event. */
export const nextField = <Value>(state: TaskFieldState<Value>, event: TaskFieldEvent<Value>): TaskFieldState<Value> => {
  const { draft, sending } = state;
  switch (event.type) {
    case 'typed':
      return { ...state, draft: changeDraft(draft, event.stored, event.value), refusal: null };
    case 'rebased':
      return { ...state, draft: { base: event.stored, value: event.value }, refusal: null };
    case 'undone':
      return { ...state, draft: null, refusal: null };
    case 'settled':
      return { ...state, refusal: null };
    case 'faulty':
      return { ...state, refusal: { message: event.fault, isUnsent: false } };
    case 'sent':
      return send(state, event.stored, event.checked);
    case 'saved':
      return sending ? { ...state, draft: afterSave(draft, sending.draft.value, sending.value), sending: null } : state;
    case 'refused':
      return {
        ...state,
        draft: state.isText || event.isOutdated ? draft : null,
        sending: null,
        wantsMore: false,
        refusal: event.refusal ?? state.refusal,
      };
  }
};

/** Returns the visible value of the field while the task has `stored`, including the write in progress. */
export const fieldView = <Value>({ isText, draft, sending, refusal }: TaskFieldState<Value>, stored: Value) => {
  const pending = sending !== null;
  const hasConflict = !pending && isConflict(draft, stored);
  return {
    /** The shown value: the draft, otherwise the task's. */
    value: draft && (isText || !hasConflict) ? draft.value : stored,
    /** The task's value. */
    stored,
    /** Whether there is an unsaved change. */
    isChanged: draft !== null && !isSame(draft.value, stored),
    pending,
    error: refusal?.message,
    /** Both texts, if another person has changed the field since the edit began. */
    conflict: draft && hasConflict ? { mine: draft.value, theirs: stored } : null,
  };
};
