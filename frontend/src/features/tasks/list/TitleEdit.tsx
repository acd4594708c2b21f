import { useEffect, useRef, type KeyboardEvent } from 'react';
import { hasLeftField } from '../../../lib/hasLeftField';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import { checkField } from '../model/taskValues';
import { reportDiscarded } from '../fields/reportDiscarded';
import { useTaskField } from '../fields/useTaskField';
import { taskLinkOf } from '../model/taskUrl';
import type { TaskListNode } from './useTasks';
import { isComposingKey } from '../../../lib/keyboard/typing';

interface TitleEditProps {
  task: TaskListNode;
  onClose: () => void;
  /** Opens the field again, with the draft. */
  onReopen: () => void;
}

/**
 * Edits a task's title in the list: Enter and leaving the field save, Escape restores the title. It uses the same state
 * as in the open task, so failures and conflicts can be resolved there.
 */
export const TitleEdit = ({ task, onClose, onReopen }: TitleEditProps) => {
  const field = useTaskField({ task, name: 'title', isText: true });
  const { value, error, conflict } = field;
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  const conflictText = conflict ? tasksTexts.conflict.label('title') : undefined;
  const fault = error ?? conflictText;

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  const leave = (): void => {
    isOver.current = true;
    onClose();
  };
  const save = (): boolean => {
    if (isOver.current) return false;
    field.save();
    const checked = checkField('title', value);
    const refusal = conflictText ?? ('fault' in checked ? checked.fault : undefined);
    // The field stays open with a title that is invalid or conflicts. The row has no space for a message below it.
    if (refusal !== undefined) {
      notify.error(refusal);
      return false;
    }
    leave();
    return true;
  };
  // The link replaces the field.
  const focusLink = (): void => void setTimeout(() => taskLinkOf(task.id)?.focus({ preventScroll: true }));

  const onKeyDown = (event: KeyboardEvent): void => {
    // Stopped, because the list would treat letters as commands.
    event.stopPropagation();
    if (isComposingKey(event.nativeEvent)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (save()) focusLink();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      const lost = value;
      if (field.isChanged) {
        field.undo();
        reportDiscarded(() => {
          field.change(lost);
          onReopen();
        });
      }
      leave();
      focusLink();
    }
  };

  return (
    <input
      ref={input}
      dir="auto"
      aria-label={tasksTexts.fields.title}
      aria-invalid={fault !== undefined || undefined}
      title={fault}
      className="relative z-1 -mx-1.5 h-7 w-full min-w-0 rounded-sm border border-line-2 bg-raised px-1.5 font-medium aria-invalid:ring-1 aria-invalid:ring-danger pointer-coarse:h-10"
      value={value}
      enterKeyHint="done"
      autoComplete="off"
      onChange={({ target }) => field.change(target.value)}
      onBlur={(event) => hasLeftField(event) && save()}
      onKeyDown={onKeyDown}
    />
  );
};
