import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { kindsAbout } from '../../contract/notificationKinds.js';
import { kindsOf } from '../write/kinds.js';
import { ERASED_NAMES, eraseNotifications } from '../write/erase.js';
import { purgeTexts } from '../write/longText.js';
import { BATCH } from '../write/purgeDeleted.js';

/*
 * Older versions left text of purged objects: log lines about checklist items, notifications, and long texts. A sweep erases them. It runs
 * every month because a process of an older version can purge during an upgrade.
 */

const INTERVAL = '30 days';
/** Rows checked by one statement. */
const CHECK_ROWS = 5_000;

/** Erases the log lines about objects that no longer exist, except the line that records the purge. */
async function sweepLog(orm: MikroORM): Promise<number> {
  const kinds = kindsOf(orm.em).filter(({ isSoftDeleted }) => isSoftDeleted);
  const exists = sql.join(
    kinds.map(({ name, table }) => sql`when ${name} then exists (select 1 from ${table} it where it.id = c.entity_id)`),
    sql` `,
  );
  let total = 0;
  let after: { projectId: string; revision: number; n: number } | undefined;
  do {
    const { rows } = await sql<{ projectId: string; revision: number; n: number; swept: number }>`
      with looked as (
        select project_id, revision, n from change
        ${after ? sql`where (project_id, revision, n) > (${after.projectId}::uuid, ${after.revision}::int, ${after.n}::int)` : sql``}
        order by project_id, revision, n limit ${CHECK_ROWS})
      , swept as (
        update change c set fields = '{}' from looked
        where c.project_id = looked.project_id and c.revision = looked.revision and c.n = looked.n
          and c.fields <> '{}' and not c.fields ? 'purgedAt' and not (case c.entity ${exists} else true end)
        returning 1)
      select project_id as "projectId", revision, n, (select count(*)::int from swept) as swept from looked
      order by project_id desc, revision desc, n desc limit 1`.execute(orm.em.fork().getKysely());
    [after] = rows;
    total += rows[0]?.swept ?? 0;
  } while (after);
  return total;
}

/**
 * Matches notifications about a purged task, project or comment; notifications about several objects whose ids older
 * versions did not store; and notifications in which an older version has erased the texts but not the params.
 */
const QUOTES_PURGED_OBJECT = sql`(
  n.count = 1 and n.kind = any(${kindsAbout('TASK', 'COMMENT')}::text[]) and n.task_id is null
  or n.count = 1 and n.kind = any(${kindsAbout('PROJECT')}::text[]) and n.project_id is null
  or n.count = 1 and n.kind = any(${kindsAbout('COMMENT')}::text[]) and n.source ~ ':comment:[0-9a-f-]{36}$'
    and not exists (select 1 from comment where id = substring(n.source from '[0-9a-f-]{36}$')::uuid)
  or n.count > 1 and n.about is null and n.created_at < now() - interval '1 day'
  or n.params is not null and n.message = '' and (n.count = 1 or n.params || ${ERASED_NAMES} <> n.params))`;

async function sweepNotifications(orm: MikroORM): Promise<number> {
  let total = 0;
  let after: string | undefined;
  do {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select max(id::text)::uuid as id from (
        select id from notification ${after ? sql`where id > ${after}` : sql``} order by id limit ${CHECK_ROWS}) looked
      having count(*) > 0`.execute(orm.em.fork().getKysely());
    const upTo = rows[0]?.id;
    if (upTo === undefined) return total;
    const looked = after ? sql`n.id > ${after} and n.id <= ${upTo}` : sql`n.id <= ${upTo}`;
    const matches = sql`(${looked} and ${QUOTES_PURGED_OBJECT})`;
    total += await orm.em.fork().transactional((em) => eraseNotifications(em, matches));
    after = upTo;
  } while (after);
  return total;
}

/** Removes long texts that an older version left behind when it purged their objects. */
async function sweepTexts(orm: MikroORM): Promise<number> {
  const isMissing = kindsOf(orm.em)
    .filter(({ isSoftDeleted }) => isSoftDeleted)
    .map(({ table }) => sql`not exists (select 1 from ${table} it where it.id = u.entity_id)`);
  let total = 0;
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select distinct u.entity_id as id from text_use u where ${sql.join(isMissing, sql` and `)} limit ${BATCH}`.execute(
      orm.em.fork().getKysely(),
    );
    if (rows.length === 0) return total;
    await orm.em.fork().transactional((em) =>
      purgeTexts(
        em,
        rows.map(({ id }) => id),
      ),
    );
    total += rows.length;
  }
}

/** Sweeps once a month. An interrupted sweep starts again. Returns the number of erased rows. */
export async function sweep(orm: MikroORM, now: Date): Promise<number> {
  const db = orm.em.fork().getKysely();
  const { rows } = await sql`
    select 1 from sweep where name = 'erased' and at > ${now}::timestamptz - ${INTERVAL}::interval`.execute(db);
  if (rows.length > 0) return 0;
  const total = (await sweepLog(orm)) + (await sweepNotifications(orm)) + (await sweepTexts(orm));
  await sql`
    insert into sweep (name, at) values ('erased', ${now}) on conflict (name) do update set at = excluded.at`.execute(
    db,
  );
  return total;
}
