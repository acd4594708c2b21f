// The fields of an open task: each is edited in place, saves automatically and never overwrites other people's text.
import { useApolloClient } from '@apollo/client/react';
import type { TaskField } from '@contract/tasks';
import { toDueInput } from '../../../lib/dates/due';
import { errorText, isTransient, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { tasksTexts } from '../../../texts/tasks';
import { findOpenTasks, reportDone } from '../writes/reportDone';
import { OutdatedError, useUpdateTask } from '../writes/useUpdateTask';
import { useEditedValue, type Edit } from './useEditedValue';
import { checkField, type TaskValues } from '../model/taskValues';

const FAILED = tasksTexts.update.failed(1);

interface Options<Name extends TaskField> {
  task: Pick<TaskValues, Name> & { id: string };
  name: Name;
  /** The draft is kept until it is saved. */
  isText?: boolean;
  /** The task was deleted: drafts stay readable, and nothing is sent. */
  disabled?: boolean | undefined;
  onSaved?: (() => void) | undefined;
}

/** A field of a task that is edited in place and saves automatically. */
export interface TaskFieldEdit<Value> extends Omit<Edit<Value>, 'save' | 'keepMine' | 'isUnsent'> {
  taskId: string;
  name: TaskField;
  save: () => void;
  keepMine: () => void;
}

const toInput = <Name extends TaskField>(name: Name, value: TaskValues[Name]) =>
  name === 'dueDate' ? toDueInput(value as TaskValues['dueDate']) : { [name]: value };

/** Edits a field of a task. The due date is a day or a moment. */
export const useTaskField = <Name extends TaskField>(options: Options<Name>): TaskFieldEdit<TaskValues[Name]> => {
  const { task, name, isText = false, disabled = false, onSaved } = options;
  const client = useApolloClient();
  const update = useUpdateTask();
  const {
    save,
    keepMine,
    isUnsent: _,
    ...edit
  } = useEditedValue<TaskValues[Name]>({
    stored: (task as Pick<TaskValues, Name>)[name],
    isText,
    draftKey: isText ? `task:${task.id}:${name}` : undefined,
    disabled,
    // A retry sends a text again. A choice was reverted, so a retry only removes its error.
    resends: isText,
    check: (value) => checkField(name, value),
    send: async (value, base) => {
      const mutationId = newId();
      const open = findOpenTasks(client.cache, [task.id]);
      const isQueued = await update({ id: task.id, ...toInput(name, value), mutationId }, { [name]: base });
      // A choice takes one press, so the message offers Undo. Typing must not be interrupted by messages.
      if (!isText && !isQueued) reportDone(client.cache, open, tasksTexts.update.done(1), mutationId);
      onSaved?.();
    },
    describeRefusal: (refused) => {
      const { code, fields } = toAppError(refused);
      return {
        isOutdated: refused instanceof OutdatedError || code === 'CONFLICT',
        message: fields[name]?.[0] ?? errorText(refused, FAILED),
        isUnsent: isTransient(refused),
      };
    },
    fallback: FAILED,
  });
  return { ...edit, taskId: task.id, name, save: () => void save(), keepMine: () => void keepMine() };
};
