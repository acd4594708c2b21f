import type { ClientBase } from 'pg';
import type { Progress } from './progress.js';
import { JOBS_SCHEMA } from './tables.js';

/** A table as the database knows it. */
export interface Table {
  name: string;
  /** Without generated ones. */
  columns: string[];
  /** How its rows are put in order, which is the same in each database; `collate "C"` for texts. */
  order: string;
  /** As of the last time somebody looked; below 0: never. */
  estimate: number;
}

/** A name as SQL takes it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The tables of the app's schema, without those of extensions. */
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
 * The first table that somebody has made in the database, other than those of extensions. The job queue's and the list of
 * migrations do not count: they hold nothing that others do not refer to.
 */
export async function firstTable(client: ClientBase): Promise<string | undefined> {
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

/** Has each column that counts by itself go on after the greatest value there is. */
export async function settleSequences(client: ClientBase, names: readonly string[]): Promise<void> {
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
      `select setval($1::regclass, max(${quoted(column)})) from ${quoted(table)} having max(${quoted(column)}) is not null`,
      [sequence],
    );
  }
}

/**
 * Does some work on tables that are without their secondary indexes and foreign keys for as long, and makes these anew after it:
 * once over all rows is many times quicker than once for each of a million. In a transaction, which gives them back if it fails.
 */
export async function withoutUpkeep(
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
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  // a table that still has something to check cannot be given an index
  await client.query('set constraints all immediate');
  progress.step('Making indexes', indexes.length + keys.length, 'indexes');
  const rules = keys.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${quoted(name)} ${definition}`,
  );
  for (const statement of [...indexes.map(({ definition }) => definition), ...rules]) {
    await client.query(statement);
    progress.done(1);
  }
}
