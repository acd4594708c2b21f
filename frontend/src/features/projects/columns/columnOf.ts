import type { TaskStatus } from '@contract/enums';

interface InColumn {
  status: TaskStatus;
  columnId: string;
}

/**
 * Returns a task's column: the one with its id or, if that column has another status, the first one of the task's
 * status.
 */
export const columnOf = <Column extends { status: TaskStatus }>(
  columns: readonly Column[],
  { status, columnId }: InColumn,
  idOf: (column: Column) => string,
): Column | undefined =>
  columns.find((column) => column.status === status && idOf(column) === columnId) ??
  columns.find((column) => column.status === status);
