import type { ClientBase } from 'pg';
import type { Progress } from './progress.js';
import { JOBS_SCHEMA } from './tables.js';

export interface Table {
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** The sort order of its rows, the same in every database; `collate "C"` for texts. */
  order: string;
  /** The estimated row count; below 0 if the table was never analyzed. */
  estimate: number;
}

/** Quotes an SQL identifier. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Reads the tables of the app's schema, excluding tables of extensions. */
export async function readTables(client: ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, c.reltuples::float8 as estimate,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      coalesce((
        select string_agg(quote_ident(a.attname) || case when t.typcategory = 'S' then ' collate "C"' else '' end, ', '
          order by k.place)
        from pg_constraint p cross join unnest(p.conkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        join pg_type t on t.oid = a.atttypid
        where p.conrelid = c.oid and p.contype = 'p'), '1') as "order"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    order by c.relname`);
  return rows;
}

/**
 * Returns the first table in the database, excluding extensions, the job queue and the list of migrations; no other
 * tables refer to the latter two.
 */
export async function findUserTable(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname not in ('information_schema', $1)
       and n.nspname !~ '^pg_' and c.relname <> 'mikro_orm_migrations'
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by 1 limit 1`,
    [JOBS_SCHEMA],
  );
  return rows[0]?.name;
}

/** Sets each column's sequence to the greatest value, so that new rows continue after it. */
export async function advanceSequences(client: ClientBase, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column,
       pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
       and pg_get_serial_sequence(quote_ident(c.relname), a.attname) is not null`,
    [names],
  );
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1::regclass, max(${quoteName(column)})) from ${quoteName(table)} having max(${quoteName(column)}) is not null`,
      [sequence],
    );
  }
}

/**
 * Runs work with the tables' secondary indexes and foreign keys dropped, then creates them again: that is many times faster
 * than maintaining them for a million rows. Call it in a transaction, which restores them on failure.
 */
export async function withoutIndexes(
  client: ClientBase,
  names: readonly string[],
  { progress, work }: { progress: Progress; work: () => Promise<void> },
): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select p.conrelid::regclass::text as table, p.conname as name, pg_get_constraintdef(p.oid) as definition
     from pg_constraint p join pg_class c on c.oid = p.conrelid
     where p.contype = 'f' and p.conparentid = 0 and c.relnamespace = current_schema()::regnamespace and c.relname = any($1)`,
    [names],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid
     where c.relnamespace = current_schema()::regnamespace and c.relname = any($1)
       and not exists (select from pg_constraint p where p.conindid = i.indexrelid)`,
    [names],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoteName(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  // a table with pending constraint checks cannot get an index
  await client.query('set constraints all immediate');
  progress.step('Making indexes', indexes.length + keys.length, 'indexes');
  const rules = keys.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${quoteName(name)} ${definition}`,
  );
  for (const statement of [...indexes.map(({ definition }) => definition), ...rules]) {
    await client.query(statement);
    progress.done(1);
  }
}
