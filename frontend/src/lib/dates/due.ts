// The due date in the app's controls: a day ('2026-11-25'), a moment (ISO 8601), or null.
import { isOverdue, type DueTask } from '@contract/taskPlace';
import { isoDay, startOfDay } from './day';

/** Whether it is a day, without a time. */
export const isDueDay = (due: string): boolean => due.length === '2026-11-25'.length;

export const dueOf = ({ dueDate, dueDay }: Pick<DueTask, 'dueDate' | 'dueDay'>): string | null => dueDay ?? dueDate;

/** Returns the input of a write. A time replaces the day even if it equals the day's own due time. */
export const toDueInput = (due: string | null): { dueDate?: string | null; dueDay?: string | null } => {
  if (due === null) return { dueDate: null };
  return isDueDay(due) ? { dueDay: due } : { dueDate: due, dueDay: null };
};

/** Whether a task is overdue for the reader, by the browser's clock. */
export const isLate = (task: DueTask, now: Date): boolean => isOverdue(task, now, isoDay(now));

/** When a task becomes overdue: at its due time, or when its day has ended. */
export const overdueFrom = (due: string): number => (isDueDay(due) ? startOfDay(due, 1).getTime() : Date.parse(due));
