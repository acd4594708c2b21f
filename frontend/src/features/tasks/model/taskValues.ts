import * as v from 'valibot';
import { createTaskSchema, updateTaskSchema, type TaskField } from '@contract/tasks';
import type { CreateTaskInput } from '../../../sync/client/schema.generated';
import type { TaskFieldsFragment } from './TaskFields.generated';

/** The fields of a task that people can change, as the API returns them. */
export type TaskValues = {
  [Name in TaskField]: TaskFieldsFragment[Name] extends (infer Item)[] ? readonly Item[] : TaskFieldsFragment[Name];
};

/** Are two values of a field the same? Tags are a list, so their texts are compared. */
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** A value as the contract takes it, or what is wrong with it. */
export type CheckedField<Value> = { value: Value } | { fault: string };

/** Checks a value and makes it what the contract takes: texts trimmed, tags once each. */
export const checkField = <Name extends TaskField>(
  name: Name,
  value: TaskValues[Name],
): CheckedField<TaskValues[Name]> => {
  const result = v.safeParse(v.pick(updateTaskSchema, [name]), { [name]: value });
  if (!result.success) return { fault: result.issues[0].message };
  // The contract makes a date of the moment, which travels as text.
  if (name === 'dueDate') return { value };
  return { value: (result.output as Partial<TaskValues>)[name] as TaskValues[Name] };
};

const newTaskSchema = v.omit(createTaskSchema, ['id', 'projectId']);

/** The values of a task to be created, with the contract's defaults; null if the contract refuses them. */
export const newTaskValues = (input: Omit<CreateTaskInput, 'projectId'>) => {
  const result = v.safeParse(newTaskSchema, input);
  if (!result.success) return null;
  return { ...result.output, dueDate: result.output.dueDate?.toISOString() ?? null } satisfies TaskValues;
};
