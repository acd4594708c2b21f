// The fields of an open task: each is edited where it stands, saves by itself and never overwrites what others wrote.
import { useEffect, useRef, useState } from 'react';
import type { TaskField } from '@contract/tasks';
import { undoButton } from '../../../sync/client/acts';
import { errorText, isTransient, reportError, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { useConnectionBack } from '../../../lib/useConnectionBack';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import { OutdatedError, useUpdateTask } from '../model/useTaskWrites';
import { keepDraft, keptDraft, type FieldDraft } from './fieldDraft';
import { beginField, fieldView, nextField, type TaskFieldEvent } from './taskFieldState';
import { checkField, type TaskValues } from '../model/taskValues';

const FAILED = tasksTexts.update.failed(1);

interface Options<Name extends TaskField> {
  task: TaskValues & { id: string };
  name: Name;
  /** What is half typed is kept until it is saved. */
  isText?: boolean;
  /** The task is gone: what is typed stays readable, and nothing is sent. */
  disabled?: boolean | undefined;
  onSaved?: (() => void) | undefined;
}

/** One field of a task that is edited where it stands and saves by itself. */
export interface TaskFieldEdit<Value> extends ReturnType<typeof fieldView<Value>> {
  taskId: string;
  name: TaskField;
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

/** Edits a field of a task: `taskFieldState` says what happens, and this keeps it, sends it and tells what came of it. */
export const useTaskField = <Name extends TaskField>(options: Options<Name>): TaskFieldEdit<TaskValues[Name]> => {
  type Value = TaskValues[Name];
  const { task, name, isText = false, disabled = false, onSaved } = options;
  const stored: Value = task[name];
  const key = `task:${task.id}:${name}`;
  const [state, setState] = useState(() =>
    beginField(isText, isText ? (keptDraft(key) as FieldDraft<Value> | null) : null),
  );
  const update = useUpdateTask();

  // An answer may come when more has been typed, or when the panel is closed.
  const latest = useRef(state);
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const tell = (event: TaskFieldEvent<Value>): void => {
    const before = latest.current;
    latest.current = nextField(before, event);
    setState(latest.current);
    if (isText && latest.current.draft !== before.draft) {
      keepDraft(key, latest.current.draft as FieldDraft<string> | null);
    }
  };

  const refuse = (refused: unknown): void => {
    const { code, fields } = toAppError(refused);
    const isOutdated = refused instanceof OutdatedError || code === 'CONFLICT';
    // An ended sign-in says its own words, and their text says that it stands against this one.
    const isSaid = code !== 'UNAUTHENTICATED' && !isOutdated && isShown.current;
    const refusal = { message: fields[name]?.[0] ?? errorText(refused, FAILED), isUnsent: isTransient(refused) };
    tell({ type: 'refused', isOutdated, refusal: isSaid ? refusal : null });
    if (code !== 'UNAUTHENTICATED' && !isShown.current) reportError(refused, { fallback: FAILED });
  };

  const save = async (from: Value): Promise<void> => {
    const { draft, sending: before } = latest.current;
    if (!draft || disabled) return;
    tell({ type: 'sent', stored: from, checked: checkField(name, draft.value) });
    const { sending } = latest.current;
    if (!sending || sending === before) return;
    try {
      const act = newId();
      const change = { id: task.id, [name]: sending.value, mutationId: act };
      const isWaiting = await update(change, { [name]: sending.draft.base });
      tell({ type: 'saved' });
      // A choice is made by one press, so one press takes it back. Who writes is not to be spoken to at every pause.
      if (!isText && !isWaiting) notify.success(tasksTexts.update.done(1), undoButton(act));
      onSaved?.();
    } catch (refused) {
      refuse(refused);
    }
    if (latest.current.wantsMore) await save(sending.value);
  };

  // A text that is still there goes out now; a choice was put back, and only its line goes away.
  useConnectionBack(state.refusal?.isUnsent === true, () => {
    tell({ type: 'settled' });
    void save(stored);
  });

  return {
    ...fieldView(state, stored),
    taskId: task.id,
    name,
    change: (value) => tell({ type: 'typed', value, stored }),
    save: () => {
      tell({ type: 'settled' });
      void save(stored);
    },
    choose: (value) => {
      const checked = checkField(name, value);
      // What was chosen before may still wait for its turn to be sent: this takes nothing of it away.
      if ('fault' in checked) {
        tell({ type: 'faulty', fault: checked.fault });
        return;
      }
      tell({ type: 'typed', value, stored });
      void save(stored);
    },
    undo: () => tell({ type: 'undone' }),
    clearError: () => tell({ type: 'settled' }),
    keepMine: () => {
      const { draft } = latest.current;
      if (!draft) return;
      tell({ type: 'rebased', value: draft.value, stored });
      void save(stored);
    },
    rebase: (value) => tell({ type: 'rebased', value, stored }),
  };
};
