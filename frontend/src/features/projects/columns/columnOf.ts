import type { TaskStatus } from '@contract/enums';

interface InColumn {
  status: TaskStatus;
  columnId: string;
}

/** Returns the column that a task is in: the one with its id, if that has the status of the task, or the first of the status. */
export const columnOf = <Column extends { status: TaskStatus }>(
  columns: readonly Column[],
  { status, columnId }: InColumn,
  idOf: (column: Column) => string,
): Column | undefined =>
  columns.find((column) => column.status === status && idOf(column) === columnId) ??
  columns.find((column) => column.status === status);
