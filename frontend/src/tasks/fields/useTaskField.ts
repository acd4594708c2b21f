import { useEffect, useRef, useState } from 'react';
import { errorText, isTransient, reportError, toAppError } from '../../graphql/errors';
import { useConnectionBack } from '../../lib/useConnectionBack';
import { tasksTexts } from '../../texts/tasks';
import { afterSave, isConflict, keepDraft, keptDraft, typed, type FieldDraft } from './fieldDraft';
import { checkField, isSame, type TaskField, type TaskValues } from './taskValues';
import { OutdatedError, useUpdateTask } from '../useUpdateTask';

const FAILED = tasksTexts.update.failed(1);

interface Options<Name extends TaskField> {
  task: TaskValues & { id: string };
  name: Name;
  /** Texts are half typed for a while: they are kept until they are saved. A choice is made at once or not at all. */
  isText?: boolean;
  /** The task is gone: what is typed stays readable, and nothing is sent. */
  disabled?: boolean | undefined;
  onSaved?: (() => void) | undefined;
}

/** One field of a task that is edited where it stands and saves by itself. */
export interface TaskFieldEdit<Value> {
  /** What to show: what is being typed, else what the task has. */
  value: Value;
  /** What the task has. */
  stored: Value;
  /** Something is typed that is not saved. */
  isChanged: boolean;
  pending: boolean;
  error: string | undefined;
  /** Both texts, where somebody else has changed the field since the typing began. */
  conflict: { mine: Value; theirs: Value } | null;
  change: (value: Value) => void;
  /** Saves what was typed. */
  save: () => void;
  /** Sets the field and saves it. */
  choose: (value: Value) => void;
  /** Gives back what the task has; the way to take their side, too. */
  undo: () => void;
  /** What was refused was given up before it was part of the value. */
  clearError: () => void;
  /** Saves this over what somebody else has written. */
  keepMine: () => void;
  /** Goes on with this text, from what somebody else has written. */
  rebase: (value: Value) => void;
}

/** The state of one field: what is typed, what is under way, what was refused, and what somebody else wrote meanwhile. */
export const useTaskField = <Name extends TaskField>(options: Options<Name>): TaskFieldEdit<TaskValues[Name]> => {
  type Draft = FieldDraft<TaskValues[Name]> | null;
  const { task, name, isText = false, disabled = false, onSaved } = options;
  const stored = task[name];
  const key = `task:${task.id}:${name}`;
  const [draft, setDraft] = useState<Draft>(() => (isText ? (keptDraft(key) as Draft) : null));
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<string>();
  /** Refused by nobody: there was no connection. */
  const [isUnsent, setUnsent] = useState(false);
  const [update] = useUpdateTask();

  // An answer may come when more has been typed, or when the panel is closed.
  const latest = useRef(draft);
  const isShown = useRef(true);
  const isSending = useRef(false);
  const wantsMore = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const put = (next: Draft): void => {
    latest.current = next;
    setDraft(next);
    // Only texts are kept.
    if (isText) keepDraft(key, next as FieldDraft<string> | null);
  };

  const refuse = (refused: unknown): void => {
    const { code, fields } = toAppError(refused);
    const isOutdated = refused instanceof OutdatedError || code === 'CONFLICT';
    if (!isText && !isOutdated) put(null);
    // An ended sign-in says its own words, and their text says that it stands against this one.
    if (code === 'UNAUTHENTICATED') return;
    if (!isShown.current) reportError(refused, { fallback: FAILED });
    else if (!isOutdated) {
      setError(fields[name]?.[0] ?? errorText(refused, FAILED));
      setUnsent(isTransient(refused));
    }
  };

  const save = async (from: TaskValues[Name]): Promise<void> => {
    const now = latest.current;
    if (!now || disabled) return;
    // One write at a time: the next one would take this one for somebody else's.
    wantsMore.current = isSending.current;
    if (isSending.current || isConflict(now, from)) return;
    const checked = checkField(name, now.value);
    if ('fault' in checked) {
      setError(checked.fault);
      return;
    }
    if (isSame(checked.value, from)) {
      put(null);
      return;
    }
    isSending.current = true;
    setPending(true);
    try {
      await update({ id: task.id, [name]: checked.value }, { [name]: now.base });
      put(afterSave(latest.current, now.value, checked.value));
      onSaved?.();
    } catch (refused) {
      wantsMore.current = false;
      refuse(refused);
    } finally {
      isSending.current = false;
      setPending(false);
    }
    if (wantsMore.current) await save(checked.value);
  };

  const settle = (): void => {
    setError(undefined);
    setUnsent(false);
  };
  // A text that is still there goes out now; a choice was put back, and only its line goes away.
  useConnectionBack(isUnsent, () => {
    settle();
    void save(stored);
  });

  const edit = (next: Draft): void => {
    settle();
    put(next);
  };
  const hasConflict = !pending && isConflict(draft, stored);
  return {
    value: draft && (isText || !hasConflict) ? draft.value : stored,
    stored,
    isChanged: draft !== null && !isSame(draft.value, stored),
    pending,
    error,
    conflict: draft && hasConflict ? { mine: draft.value, theirs: stored } : null,
    change: (value) => edit(typed(latest.current, stored, value)),
    save: () => {
      settle();
      void save(stored);
    },
    choose: (value) => {
      const checked = checkField(name, value);
      // What was chosen before may still wait for its turn to be sent: this takes nothing of it away.
      if ('fault' in checked) {
        setError(checked.fault);
        return;
      }
      edit(typed(latest.current, stored, value));
      void save(stored);
    },
    undo: () => edit(null),
    clearError: () => setError(undefined),
    keepMine: () => {
      if (!latest.current) return;
      edit({ base: stored, value: latest.current.value });
      void save(stored);
    },
    rebase: (value) => edit({ base: stored, value }),
  };
};
