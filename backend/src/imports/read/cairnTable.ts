import { TASK_STATUSES, type TaskStatus } from '../../../contract/enums.js';
import { fold } from '../../../contract/fold.js';
import type { Table } from './table.js';

/* The table of tasks in our own download (`tasks.csv`). */

/** Columns that no other table has together. */
const MARKS = ['project id', 'due day', 'column', 'column id', 'series id'];

export const isCairnTable = (header: readonly string[]): boolean => MARKS.every((name) => header.includes(name));

/** Puts the due days of tasks in the place of their due times. Returns the status of each column by its folded name. */
export function readCairnTable({ header, rows }: Table): Map<string, TaskStatus> {
  const [due, day, column, status] = ['due date', 'due day', 'column', 'status'].map((name) =>
    header.indexOf(name),
  ) as [number, number, number, number];
  const statuses = new Map<string, TaskStatus>();
  for (const row of rows) {
    row[due] = row[day]?.trim() || (row[due] ?? '');
    const name = fold((row[column] ?? '').trim());
    const found = TASK_STATUSES.find((it) => it === row[status]);
    if (found && !statuses.has(name)) statuses.set(name, found);
  }
  return statuses;
}
