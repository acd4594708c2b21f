import type { EntityManager } from '@mikro-orm/postgresql';
import { dueTimeOf } from '../../contract/localDays.js';
import { readPreferences } from '../auth/preferences.reads.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import type { Task } from './task.entity.js';

/** The due fields of an input. Absent fields are not changed. */
export interface DueInput {
  dueDate?: Date | null | undefined;
  dueDay?: string | null | undefined;
}

export const BOTH_DUE_FIELDS = fieldError('notTogether', 'Give a due day or a due date, not both', { with: 'dueDate' });

export const hasBothDueFields = ({ dueDate, dueDay }: DueInput): boolean => dueDate != null && dueDay != null;

/** Returns a function that adds the due time to inputs with a due day: 18:00 in the time zone of the user. */
export async function dueTimes(
  em: EntityManager,
  userId: string,
  inputs: readonly DueInput[],
): Promise<<Input extends DueInput>(input: Input) => Input> {
  if (inputs.every(({ dueDay }) => dueDay == null)) return (input) => input;
  const { timeZone } = await readPreferences({ em }, userId);
  return (input) => (input.dueDay == null ? input : { ...input, dueDate: dueTimeOf(input.dueDay, timeZone) });
}

/** Adds the due time to an input with a due day. Throws VALIDATION_FAILED if the input gives both. */
export async function addDueTime<Input extends DueInput>(
  em: EntityManager,
  userId: string,
  input: Input,
): Promise<Input> {
  if (hasBothDueFields(input)) throw invalid({ dueDay: BOTH_DUE_FIELDS });
  return (await dueTimes(em, userId, [input]))(input);
}

const isSame = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/**
 * Returns the changes of a task's due date and day; nothing if they are unchanged. A new due date clears the day. The
 * due date comes first, because the setter of the day needs it.
 */
export function changeDue(
  task: Pick<Task, 'dueDate' | 'dueDay'>,
  { dueDate, dueDay }: DueInput,
): Partial<Pick<Task, 'dueDate' | 'dueDay'>> {
  if (dueDay != null) return task.dueDay === dueDay ? {} : { dueDate: dueDate ?? null, dueDay };
  if (dueDate !== undefined) {
    const isDayKept = dueDay === undefined && isSame(dueDate, task.dueDate);
    return isDayKept ? {} : { dueDate, dueDay: null };
  }
  return dueDay === null && task.dueDay !== null ? { dueDate: null, dueDay: null } : {};
}
