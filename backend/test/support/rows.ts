import { expect } from 'vitest';
import type { TestServer } from './harness.js';

/** Queries the database; `?` is a parameter. */
export const rows = <Row = Record<string, unknown>>(
  server: TestServer,
  text: string,
  params: unknown[] = [],
): Promise<Row[]> => server.orm.em.getConnection().execute<Row[]>(text, params);

/** Returns a row for each statement with `text` that waits for a lock. A transaction would always see the same. */
export const lockWaits = (server: TestServer, text = ''): Promise<unknown[]> =>
  rows(
    server,
    `select 1 from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and strpos(query, ?) > 0`,
    [text],
  );

/** Returns all rows of all tables that contain one of these texts, in any case. */
export async function rowsWith(server: TestServer, ...texts: string[]): Promise<{ name: string; text: string }[]> {
  const tables = await rows<{ name: string }>(
    server,
    `select format('%I.%I', nspname, relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind in ('r', 'p', 'm') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')`,
  );
  expect(tables.length).toBeGreaterThan(30);
  const found: { name: string; text: string }[] = [];
  const wanted = `{${texts.map((text) => `%${text}%`).join(',')}}`;
  for (const { name } of tables) {
    const query = `select t::text as text from ${name} t where t::text ilike any (?::text[])`;
    for (const { text } of await rows<{ text: string }>(server, query, [wanted])) found.push({ name, text });
  }
  return found;
}

/** A line of a project's change log. */
export interface LogLine {
  revision: number;
  n: number;
  entity: string;
  entityId: string;
  action: string;
  actorId: string;
  mutationId: string | null;
  fields: Record<string, [unknown, unknown]>;
}

/** Returns the lines of a project's log after a revision, in order. */
export const logOf = (server: TestServer, projectId: string, after = 0): Promise<LogLine[]> =>
  rows<LogLine>(
    server,
    `select revision, n, entity, entity_id as "entityId", action, actor_id as "actorId", mutation_id as "mutationId", fields
     from change where project_id = ? and revision > ? order by revision, n`,
    [projectId, after],
  );

export async function revisionOf(server: TestServer, projectId: string): Promise<number> {
  const [row] = await rows<{ revision: number }>(server, 'select revision from project where id = ?', [projectId]);
  return row?.revision ?? 0;
}

const TABLES = [
  'project',
  'project_member',
  '"column"',
  'task',
  'task_relation',
  'checklist_item',
  'comment',
  'change',
  'idempotency',
  'notification',
  'notification_event',
  'due_notice',
  'account',
  'password_reset',
  'two_factor',
  'recovery_code',
  'login_challenge',
  'email_revert',
  'export',
  'export_part',
  'deletion_project',
  'invitation',
  'invitation_link',
  'share_link',
  'api_token',
  'calendar_feed',
  'push_subscription',
  'graphile_worker._private_jobs',
];

/** Table rows as text, without the last use of tokens, which requests change. */
const asText = (table: string): string => (table === 'api_token' ? "(to_jsonb(t) - 'last_used_at')::text" : 't::text');

const EVERYTHING = TABLES.map(
  (
    table,
  ) => `select '${table.replaceAll('"', '')}' as name, count(*) || ' rows, ' || coalesce(sum(hashtextextended(${asText(table)}, 0)), 0)
    as held from ${table} t`,
).join(' union all ');

/**
 * Fingerprints all user data and queued mails, to check that nothing changed. Returns row counts and hashes by table,
 * because reading the rows thousands of times would be slow.
 */
export async function everything(server: TestServer): Promise<Record<string, string>> {
  const found = await rows<{ name: string; held: string }>(server, EVERYTHING);
  return Object.fromEntries(found.map(({ name, held }) => [name, held]));
}
