import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { TASK_STATUSES, type TaskStatus } from '../../contract/enums.js';
import { byRank } from '../../contract/taskPlace.js';
import { Column } from './column.entity.js';
import { type ColumnFields, homeColumn, homeColumnId } from './homeColumns.js';

/** Adds the home columns that have no row, and sorts. `rows` includes deleted columns; the result does not. */
export function liveColumns(
  projectId: string,
  rows: readonly (ColumnFields & { deletedAt: unknown })[],
): ColumnFields[] {
  const ids = new Set(rows.map(({ id }) => id));
  const homes = TASK_STATUSES.filter((status) => !ids.has(homeColumnId(projectId, status)));
  return [...rows.filter(({ deletedAt }) => deletedAt === null), ...homes.map((it) => homeColumn(projectId, it))].sort(
    byRank,
  );
}

/** The stored fields that decide in which column a task is. */
interface InColumn {
  status: TaskStatus;
  columnId: string | null;
}

/** The columns of a locked project, the deleted ones included. */
export class ProjectColumns {
  readonly #rows: ReadonlyMap<string, Column>;

  constructor(
    readonly projectId: string,
    rows: readonly Column[],
  ) {
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** In their order. */
  get live(): ColumnFields[] {
    return liveColumns(this.projectId, [...this.#rows.values()]);
  }

  get(id: string): ColumnFields | undefined {
    return this.live.find((column) => column.id === id);
  }

  /** Returns the column, or the one that got the tasks of a deleted column. */
  follow(id: string): ColumnFields | undefined {
    let at = id;
    for (let hops = 0; hops <= this.#rows.size; hops += 1) {
      const column = this.get(at);
      const targetId = this.#rows.get(at)?.targetId;
      if (column || targetId == null) return column;
      at = targetId;
    }
    return undefined;
  }

  ofStatus(status: TaskStatus): ColumnFields[] {
    return this.live.filter((column) => column.status === status);
  }

  first(status: TaskStatus): ColumnFields {
    const [column] = this.ofStatus(status);
    if (!column) throw new Error(`project ${this.projectId} has no column for ${status}`);
    return column;
  }

  /** Returns the column of a task. A task in a deleted column is in the one that got its tasks. */
  columnOf({ status, columnId }: InColumn): ColumnFields {
    for (const id of [columnId, homeColumnId(this.projectId, status)]) {
      const column = id === null ? undefined : this.follow(id);
      if (column?.status === status) return column;
    }
    return this.first(status);
  }

  /** Returns the column with this status and name, or else the first one of the status. */
  named(status: TaskStatus, name: string): ColumnFields {
    return this.ofStatus(status).find((column) => column.name === name) ?? this.first(status);
  }
}

/** Loads the columns of projects that the command has locked. */
export async function loadColumns(em: EntityManager, projectId: string): Promise<ProjectColumns> {
  return new ProjectColumns(projectId, await em.find(Column, { projectId }));
}

/** Returns the column id that a task stores: null for a home column. */
export const storedColumnId = ({ id, projectId, status }: ColumnFields): string | null =>
  id === homeColumnId(projectId, status) ? null : id;

/**
 * Loads a column for a change, and inserts the row of a home column that has none. Inserting it does not count as a
 * change of the project.
 */
export async function loadColumnForWrite(
  em: EntityManager,
  { limit, hidden, ...column }: ColumnFields,
): Promise<Column> {
  const { id, projectId, name, color, status, rank, version } = column;
  await sql`
    insert into "column" (id, project_id, name, color, status, rank, "limit", hidden, is_home, version)
    values (${id}, ${projectId}, ${name}, ${color}, ${status}, ${rank}, ${limit}, ${hidden}, true, ${version})
    on conflict do nothing`.execute(em.getKysely());
  return em.findOneOrFail(Column, { id, projectId });
}
