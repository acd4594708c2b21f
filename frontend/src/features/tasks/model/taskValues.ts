import * as v from 'valibot';
import { createTaskSchema, updateTaskSchema, type TaskField } from '@contract/tasks';
import { DUE_TIME } from '@contract/limits';
import { issueText } from '../../../lib/issueText';
import { isDueDay } from '../../../lib/dates/due';
import type { CreateTaskInput } from '../../../sync/client/schema.generated';
import type { TaskFieldsFragment } from './TaskFields.generated';
import type { TaskTextFragment } from './TaskText.generated';

type OpenTask = TaskFieldsFragment & TaskTextFragment;

/** The fields of a task that people can change, as the API returns them. */
export type TaskValues = {
  [Name in TaskField]: OpenTask[Name] extends (infer Item)[] ? readonly Item[] : OpenTask[Name];
};

/** Whether two values of a field are equal. Compared as text, because tags are a list. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A value as parsed by the contract, or its error. */
export type CheckedField<Value> = { value: Value } | { fault: string };

/** Parses a value with the contract: trims texts, and removes repeated tags. */
export const checkField = <Name extends TaskField>(
  name: Name,
  value: TaskValues[Name],
): CheckedField<TaskValues[Name]> => {
  const isDay = name === 'dueDate' && typeof value === 'string' && isDueDay(value);
  const field = isDay ? 'dueDay' : name;
  const result = v.safeParse(v.pick(updateTaskSchema, [field]), { [field]: value });
  if (!result.success) return { fault: issueText(result.issues[0]) };
  // The contract returns a Date, but the API takes text.
  if (name === 'dueDate') return { value };
  return { value: (result.output as Partial<TaskValues>)[name] as TaskValues[Name] };
};

interface DueInput {
  dueDate?: string | null | undefined;
  dueDay?: string | null | undefined;
}

/** Returns the due date and day of a task after a write; the due time of a day is in the reader's time zone. */
export const showDue = ({ dueDate, dueDay }: DueInput): { dueDate?: string | null; dueDay?: string | null } => {
  if (dueDay != null) return { dueDay, dueDate: new Date(`${dueDay}T${DUE_TIME}`).toISOString() };
  if (dueDate !== undefined) return { dueDate, dueDay: null };
  return dueDay === null ? { dueDate: null, dueDay: null } : {};
};

const newTaskSchema = v.omit(createTaskSchema, ['id', 'projectId']);

/** The values of a task to be created, with the contract's defaults; null if the contract refuses them. */
export const newTaskValues = (input: Omit<CreateTaskInput, 'projectId'>) => {
  const result = v.safeParse(newTaskSchema, input);
  if (!result.success) return null;
  const { dueDate = null, dueDay = null } = showDue({ ...input, dueDate: input.dueDate ?? null });
  const { startDate = null, parentId = null } = result.output;
  return { ...result.output, dueDate, dueDay, startDate, parentId } satisfies TaskValues & {
    dueDay: string | null;
    parentId: string | null;
  };
};
