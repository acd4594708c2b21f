import { type RawBuilder, sql } from 'kysely';
import { isoText } from '../platform/database/isoText.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import type { BulkChange, KindName } from './changeLog.js';
import type { Tx } from './command.js';
import { columnsOf, kindOf } from './copyRows.js';

/** A new row, by property names. Omitted properties are null. */
export type NewRow = Readonly<Record<string, unknown>>;

interface InsertOptions extends Pick<BulkChange, 'hasTexts'> {
  /** Statements that read `changed` (id, fields). */
  also?: readonly RawBuilder<unknown>[];
}

/** Returns the names of a kind's columns, and SQL that yields the rows as records of its table. */
function toRecords(tx: Tx, projectId: string, name: KindName, rows: readonly NewRow[]) {
  const { table, entity } = kindOf(tx, name);
  const columns = columnsOf(tx.em.getMetadata().get(entity));
  const common = { projectId, version: tx.revisionOf(projectId) };
  const records = rows.map((row) => {
    const values: NewRow = { ...common, ...row };
    return Object.fromEntries(columns.map(([{ name: property }, column]) => [column, values[property] ?? null]));
  });
  return {
    columns: columns.map(([, column]) => column),
    records: sql`jsonb_populate_recordset(null::${table}, ${toJsonb(records)})`,
  };
}

/**
 * Inserts any number of new objects of a kind with one statement. Their log lines count as consequences, so the
 * project's activity does not show them, and no one is notified.
 */
export function insertRows(
  tx: Tx,
  projectId: string,
  name: KindName,
  rows: readonly NewRow[],
  options: InsertOptions = {},
): void {
  if (rows.length === 0) return;
  const { table, logged } = kindOf(tx, name);
  const { columns, records } = toRecords(tx, projectId, name, rows);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  tx.changeMany({
    projectId,
    entity: name,
    action: 'created',
    because: 'cascade',
    ...options,
    statement: sql`
      insert into ${table} (${names}) select ${names} from ${records}
      returning id, (select jsonb_object_agg(key, jsonb_build_array(null, value)) from jsonb_each(${logged})) as fields`,
  });
}

/** Restores deleted objects of a kind with new values, with one statement. Their log lines count as consequences. */
export function restoreRowsAs(tx: Tx, projectId: string, name: KindName, rows: readonly NewRow[]): void {
  if (rows.length === 0) return;
  const { table, logged } = kindOf(tx, name);
  const { columns, records } = toRecords(tx, projectId, name, rows);
  const values = columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`now.${column}`)}`);
  tx.changeMany({
    projectId,
    entity: name,
    action: 'restored',
    because: 'cascade',
    hasTexts: true,
    statement: sql`
      update ${table} part set ${sql.join(values)}
      from (select *, ${logged} as logged_fields from ${records}) now
      join (
        select id as was_id, ${logged} as was_fields, ${sql.raw(isoText('deleted_at'))} as was_deleted
        from ${table} where project_id = ${projectId} and deleted_at is not null) was on was_id = now.id
      where part.id = now.id
      returning part.id, jsonb_build_object('deletedAt', jsonb_build_array(was_deleted, null)) || coalesce((
        select jsonb_object_agg(key, jsonb_build_array(was_fields -> key, value)) from jsonb_each(logged_fields)
        where was_fields -> key is distinct from value), '{}') as fields`,
  });
}
