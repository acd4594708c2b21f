import * as v from 'valibot';
import type { TaskPriority, TaskStatus } from '@contract/enums';
import { updateTaskSchema } from '@contract/tasks';

/** What can be changed about a task, as the API has it. */
export interface TaskValues {
  title: string;
  description: string;
  status: TaskStatus;
  priority: TaskPriority;
  dueDate: string | null;
  tags: readonly string[];
  assigneeId: string | null;
}

export type TaskField = keyof TaskValues;

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
