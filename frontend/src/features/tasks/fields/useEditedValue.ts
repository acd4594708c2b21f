import { useRef, useState } from 'react';
import { reportError, toAppError } from '../../../sync/client/errors';
import { useConnectionBack } from '../../../lib/useConnectionBack';
import { useIsShown } from '../../../lib/useIsShown';
import { keepDraft, keptDraft, type FieldDraft } from './fieldDraft';
import { beginField, fieldView, nextField, type Refusal, type TaskFieldEvent } from './taskFieldState';
import type { CheckedField } from '../model/taskValues';

interface EditOptions<Value> {
  /** The saved value. */
  stored: Value;
  /** Texts are typed gradually; choices are saved immediately or not at all. */
  isText?: boolean;
  /** Stores a half-typed text under this key. */
  draftKey?: string | undefined;
  /** Nothing is sent, but the draft stays readable. */
  disabled?: boolean;
  /** Sends an unsent text again automatically when the connection is back. */
  resends?: boolean;
  check: (value: Value) => CheckedField<Value>;
  /** Saves a value that is based on `base`. Throws the refusal. */
  send: (value: Value, base: Value) => Promise<void>;
  /** The message for a refusal. `isOutdated`: someone else changed the value. */
  describeRefusal: (refused: unknown) => Refusal & { isOutdated: boolean };
  /** The message for a refusal after the control was removed. */
  fallback: string;
}

/** A value that is edited in place, with its draft and the conflict with another person's change. */
export interface Edit<Value> extends ReturnType<typeof fieldView<Value>> {
  change: (value: Value) => void;
  /** Saves the draft. Returns whether no unsaved change is left. */
  save: () => Promise<boolean>;
  /** Sets the value and saves it. */
  choose: (value: Value) => void;
  /** Drops the draft, which also resolves a conflict in favor of the other value. */
  undo: () => void;
  clearError: () => void;
  /** Saves the draft over the other person's value. */
  keepMine: () => Promise<boolean>;
  /** Keeps editing this value on top of the other person's value. */
  rebase: (value: Value) => void;
  /** Whether the save failed because there was no connection. */
  isUnsent: boolean;
}

/** Edits a value in place. `taskFieldState` contains the rules; this stores and sends drafts and reports refusals. */
export const useEditedValue = <Value>(options: EditOptions<Value>): Edit<Value> => {
  const { stored, isText = false, draftKey, disabled = false, resends = false } = options;
  const { check, send, describeRefusal, fallback } = options;
  const [state, setState] = useState(() =>
    beginField(isText, draftKey === undefined ? null : (keptDraft(draftKey) as FieldDraft<Value> | null)),
  );

  // An answer may arrive after further typing, or after the control was removed.
  const latest = useRef(state);
  const isShown = useIsShown();

  const dispatch = (event: TaskFieldEvent<Value>): void => {
    const before = latest.current;
    latest.current = nextField(before, event);
    setState(latest.current);
    if (draftKey !== undefined && latest.current.draft !== before.draft) {
      keepDraft(draftKey, latest.current.draft as FieldDraft<string> | null);
    }
  };

  const refuse = (refused: unknown): void => {
    const { isOutdated, ...refusal } = describeRefusal(refused);
    // An ended session has its own message, and a conflict shows both values.
    const isSignedIn = toAppError(refused).code !== 'UNAUTHENTICATED';
    dispatch({ type: 'refused', isOutdated, refusal: isSignedIn && !isOutdated && isShown.current ? refusal : null });
    if (isSignedIn && !isShown.current) reportError(refused, { fallback });
  };

  const sendDraft = async (from: Value): Promise<boolean> => {
    const { draft, sending: before } = latest.current;
    if (!draft) return true;
    if (disabled) return false;
    dispatch({ type: 'sent', stored: from, checked: check(draft.value) });
    const { sending } = latest.current;
    if (!sending || sending === before) return latest.current.draft === null;
    try {
      await send(sending.value, sending.draft.base);
      dispatch({ type: 'saved' });
    } catch (refused) {
      refuse(refused);
    }
    if (latest.current.wantsMore) return sendDraft(sending.value);
    return latest.current.draft === null;
  };

  const save = (): Promise<boolean> => {
    dispatch({ type: 'settled' });
    return sendDraft(stored);
  };

  const isUnsent = state.refusal?.isUnsent === true;
  useConnectionBack(isUnsent, () => {
    if (resends) void save();
    else dispatch({ type: 'settled' });
  });

  return {
    ...fieldView(state, stored),
    isUnsent,
    change: (value) => dispatch({ type: 'typed', value, stored }),
    save,
    choose: (value) => {
      const checked = check(value);
      // A value chosen earlier may still be waiting to be sent; it stays.
      if ('fault' in checked) {
        dispatch({ type: 'faulty', fault: checked.fault });
        return;
      }
      dispatch({ type: 'typed', value, stored });
      void sendDraft(stored);
    },
    undo: () => dispatch({ type: 'undone' }),
    clearError: () => dispatch({ type: 'settled' }),
    keepMine: async () => {
      const { draft } = latest.current;
      if (!draft) return true;
      dispatch({ type: 'rebased', value: draft.value, stored });
      return sendDraft(stored);
    },
    rebase: (value) => dispatch({ type: 'rebased', value, stored }),
  };
};
