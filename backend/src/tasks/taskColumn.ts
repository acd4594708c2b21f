import type { TaskStatus } from '../../contract/enums.js';
import type { ColumnFields } from '../columns/homeColumns.js';
import { loadColumns, ProjectColumns } from '../columns/projectColumns.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import type { Tx } from '../write/command.js';
import type { Task } from './task.entity.js';

const loaded = new WeakMap<Tx['em'], Map<string, Promise<ProjectColumns>>>();

/** Loads the columns of a locked project once per command, for commands that do not change columns. */
export function getColumns({ em, hasColumns }: Tx, projectId: string): Promise<ProjectColumns> {
  const known = loaded.get(em) ?? new Map<string, Promise<ProjectColumns>>();
  loaded.set(em, known);
  const columns =
    known.get(projectId) ??
    (hasColumns(projectId) ? loadColumns(em, projectId) : Promise.resolve(new ProjectColumns(projectId, [])));
  known.set(projectId, columns);
  return columns;
}

/** Changes the status of a task. A new status moves it to the first column of that status. */
export async function changeStatus(tx: Tx, task: Task, status: TaskStatus): Promise<void> {
  if (status !== task.status) task.moveTo((await getColumns(tx, task.projectId)).first(status));
}

/**
 * Returns the column that an input names; by default the first one of its status. A deleted column is replaced by the
 * one that got its tasks. Throws VALIDATION_FAILED for a column of another project, or one that does not match the
 * given status.
 */
export function findColumn(
  columns: ProjectColumns,
  columnId: string | null | undefined,
  status: TaskStatus | null | undefined,
): ColumnFields {
  if (columnId == null) {
    if (status == null) throw invalid({ status: fieldError('statusOrColumn', 'Name a status or a column') });
    return columns.first(status);
  }
  const column = columns.follow(columnId);
  if (!column) throw invalid({ columnId: fieldError('columnNotFound', 'Column must be a column of the project') });
  if (status != null && status !== column.status) {
    throw invalid({
      status: fieldError('statusOfOtherColumn', 'The column has another status. Leave out the status, or the column.'),
    });
  }
  return column;
}

/** Returns the status that the input of a new task names, or null. The schema's default does not count as named. */
export function namedStatus(raw: unknown): TaskStatus | null {
  return (raw as { status?: TaskStatus | null }).status ?? null;
}
