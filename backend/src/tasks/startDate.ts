import type { EntityManager } from '@mikro-orm/postgresql';
import { dayAt } from '../../contract/localDays.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { fieldError, type FieldError, invalid } from '../platform/lib/errors.js';
import type { Tx } from '../write/command.js';
import type { DueInput } from './due.js';
import type { Task } from './task.entity.js';

type Dated = Pick<Task, 'startDate' | 'dueDate' | 'dueDay'>;

export const START_AFTER_DUE = fieldError('afterDue', 'Start date must not be after the due date');
const BEFORE_START = fieldError('beforeStart', 'Due date must not be before the start date');

/** Returns a function that checks whether a task starts after it is due: after the due day in the user's time zone. */
export async function startsAfterDue(
  em: EntityManager,
  userId: string,
  tasks: readonly Dated[],
): Promise<(task: Dated) => boolean> {
  const needsZone = tasks.some(({ startDate, dueDate, dueDay }) => startDate && dueDate && !dueDay);
  const zone = needsZone ? (await readPreferences({ em }, userId)).timeZone : 'UTC';
  return ({ startDate, dueDate, dueDay }) => {
    const due = dueDay ?? (dueDate && dayAt(dueDate, zone));
    return startDate !== null && due !== null && startDate > due;
  };
}

/** Returns the fields to report if the task starts after it is due: the ones of the two that the input contains. */
function startErrors(input: DueInput & { startDate?: string | null | undefined }): Record<string, FieldError> {
  if (input.startDate != null) return { startDate: START_AFTER_DUE };
  return input.dueDay != null ? { dueDay: BEFORE_START } : { dueDate: BEFORE_START };
}

/** Throws VALIDATION_FAILED if one of the tasks starts after it is due and the input changes one of these dates. */
export async function requireStartBeforeDue(
  { em, viewer }: Tx,
  tasks: readonly Dated[],
  input: DueInput & { startDate?: string | null | undefined },
): Promise<void> {
  if (input.startDate == null && input.dueDate == null && input.dueDay == null) return;
  if (tasks.some(await startsAfterDue(em, viewer.userId, tasks))) throw invalid(startErrors(input));
}
