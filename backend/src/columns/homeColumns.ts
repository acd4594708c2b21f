import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { TASK_STATUS_LABELS, TASK_STATUSES, type TaskStatus } from '../../contract/enums.js';

/*
 * Every project has four home columns, one per status, whose ids are derived from project and status. They exist without
 * rows; a row is inserted when one is changed for the first time. So projects of earlier versions need no backfill, and
 * processes of earlier versions can create projects and tasks.
 */

/** The fields of a column that the API shows. */
export interface ColumnFields {
  id: string;
  projectId: string;
  name: string;
  color: string | null;
  status: TaskStatus;
  rank: string;
  limit: number | null;
  hidden: boolean;
  version: number;
}

const HOME_RANKS: Readonly<Record<TaskStatus, string>> = {
  TODO: 'a0',
  IN_PROGRESS: 'a1',
  IN_REVIEW: 'a2',
  DONE: 'a3',
};

/** Returns the id of a home column. `homeColumnIdSql` does the same. */
export function homeColumnId(projectId: string, status: TaskStatus): string {
  const bytes = Buffer.from(projectId.replaceAll('-', ''), 'hex');
  const hex = createHash('sha256').update(bytes).update(status).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

/** The id of a home column in SQL. */
const homeColumnIdSql = (projectId: string, status: string): string =>
  `encode(substr(sha256(uuid_send(${projectId}) || convert_to(${status}::text, 'UTF8')), 1, 16), 'hex')::uuid`;

export const homeColumn = (projectId: string, status: TaskStatus): ColumnFields => ({
  id: homeColumnId(projectId, status),
  projectId,
  name: TASK_STATUS_LABELS[status],
  color: null,
  status,
  rank: HOME_RANKS[status],
  limit: null,
  hidden: false,
  version: 0,
});

/** SQL condition: the expression `id` equals one of the project's home column ids. */
export const isHomeColumnOf = (projectId: string, id: string): RawBuilder<unknown> =>
  sql`${id} in (${sql.raw(TASK_STATUSES.map((status) => homeColumnIdSql(projectId, `'${status}'`)).join(', '))})`;

/**
 * Returns SQL for the id of the column of a task, whose alias and field names are given. The stored id counts only if
 * its column has the task's project and status, because earlier versions change these two without it. Otherwise the
 * task is in the home column of its status or, if that was deleted, in the first column of the status.
 * `ProjectColumns.columnOf` does the same.
 */
export const columnIdSql = (
  t: string,
  { id, projectId, status } = { id: 'column_id', projectId: 'project_id', status: 'status' },
): string => `coalesce(
  (select k.id from "column" k where k.id = ${t}.${id} and k.project_id = ${t}.${projectId}
    and k.status = ${t}.${status} and k.deleted_at is null),
  (select k.id from "column" home join "column" k on k.project_id = home.project_id and k.status = home.status
    where home.project_id = ${t}.${projectId} and home.status = ${t}.${status} and home.is_home
      and home.deleted_at is not null and k.deleted_at is null
    order by k.rank, k.id limit 1),
  ${homeColumnIdSql(`${t}.${projectId}`, `${t}.${status}`)})`;

const labelSql = (status: string): string =>
  `case ${status}::text ${TASK_STATUSES.map((it) => `when '${it}' then '${TASK_STATUS_LABELS[it]}'`).join(' ')} end`;

/** SQL for the name of a task's column; `t` is the task's alias. */
export const columnNameSql = (t: string): string =>
  `coalesce((select c.name from "column" c where c.id = ${columnIdSql(t)} and c.project_id = ${t}.project_id), ${labelSql(`${t}.status`)})`;

/**
 * SQL for the names of the columns before and after a log line `c` that moved a task; otherwise null. The log stores
 * null for a home column, which follows from the status or, if that did not change, from the other column.
 */
export const columnNamesSql = (() => {
  const nameAt = (at: 0 | 1): string => {
    const id = (index: 0 | 1) => `(c.fields #>> '{columnId,${index}}')::uuid`;
    const status = `coalesce(c.fields #>> '{status,${at}}',
      (select k.status::text from "column" k where k.id = ${id(at === 0 ? 1 : 0)} and k.project_id = c.project_id))`;
    return `coalesce(
      (select k.name from "column" k where k.id = ${id(at)} and k.project_id = c.project_id),
      (select k.name from "column" k where k.project_id = c.project_id and k.is_home
        and k.status::text = ${status} and ${id(at)} is null),
      ${labelSql(status)}, '')`;
  };
  return `case when c.entity = 'task' and c.action = 'updated' and (c.fields ? 'columnId' or c.fields ? 'status')
    then array[${nameAt(0)}, ${nameAt(1)}] end`;
})();
