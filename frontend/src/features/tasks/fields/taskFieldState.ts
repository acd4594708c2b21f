import { afterSave, isConflict, typed, type FieldDraft } from './fieldDraft';
import { isSame, type CheckedField } from '../model/taskValues';

/** Why something was not saved. */
export interface Refusal {
  message: string | undefined;
  /** Refused by nobody: there was no connection. */
  isUnsent: boolean;
}

/** A field that is edited: what is typed, what is under way, what was refused. What the task has is not part of it. */
export interface TaskFieldState<Value> {
  /** Texts are half typed for a while and stay when they are refused; a choice is made at once or not at all. */
  isText: boolean;
  draft: FieldDraft<Value> | null;
  /** The draft that is on its way, and what the contract has made of its value. */
  sending: { draft: FieldDraft<Value>; value: Value } | null;
  /** It was to be saved once more while something was on its way. */
  wantsMore: boolean;
  refusal: Refusal | null;
}

/** What can happen to it; `stored` is what the task has at that moment. */
export type TaskFieldEvent<Value> =
  | { type: 'typed'; value: Value; stored: Value }
  /** It goes on with this value from what somebody else has written. */
  | { type: 'rebased'; value: Value; stored: Value }
  | { type: 'undone' }
  /** What was said of it is over. */
  | { type: 'settled' }
  /** Something was chosen that is against the rules. */
  | { type: 'faulty'; fault: string }
  /** It is to be saved, as the contract takes it. */
  | { type: 'sent'; stored: Value; checked: CheckedField<Value> }
  | { type: 'saved' }
  /** `isOutdated`: somebody else has written something else meanwhile, which then stands against the draft. */
  | { type: 'refused'; refusal: Refusal | null; isOutdated: boolean };

/** A field with what is kept of it from before. */
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
  // One write at a time: the next one would take this one for somebody else's.
  if (sending) return { ...state, wantsMore: true };
  if (isConflict(draft, stored)) return state;
  if ('fault' in checked) return { ...state, refusal: { message: checked.fault, isUnsent: false } };
  if (isSame(checked.value, stored)) return { ...state, draft: null };
  return { ...state, sending: { draft, value: checked.value }, wantsMore: false };
};

/** The field after something has happened to it. */
export const nextField = <Value>(state: TaskFieldState<Value>, event: TaskFieldEvent<Value>): TaskFieldState<Value> => {
  const { draft, sending } = state;
  switch (event.type) {
    case 'typed':
      return { ...state, draft: typed(draft, event.stored, event.value), refusal: null };
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

/** What is to be seen of the field while the task has `stored`, one's own change that is under way included. */
export const fieldView = <Value>({ isText, draft, sending, refusal }: TaskFieldState<Value>, stored: Value) => {
  const pending = sending !== null;
  const hasConflict = !pending && isConflict(draft, stored);
  return {
    /** What to show: what is being typed, else what the task has. */
    value: draft && (isText || !hasConflict) ? draft.value : stored,
    /** What the task has. */
    stored,
    /** Something is typed that is not saved. */
    isChanged: draft !== null && !isSame(draft.value, stored),
    pending,
    error: refusal?.message,
    /** Both texts, where somebody else has changed the field since the typing began. */
    conflict: draft && hasConflict ? { mine: draft.value, theirs: stored } : null,
  };
};
