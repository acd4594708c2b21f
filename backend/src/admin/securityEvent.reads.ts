import { sql } from 'kysely';
import { SECURITY_EVENTS, type SecurityEvent } from '../../contract/securityEvents.js';
import { csvLine } from '../exports/csv.js';
import { type RowOf, Rows, time, toIso } from '../platform/database/rows.js';
import { fieldError, invalid } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import type { Context } from '../request/context.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';
import type { SentFile } from '../request/restRow.js';
import { securityEvent } from '../request/securityEvents.js';

/** An event of the audit log with the people's current names. */
export const EVENTS = new Rows({
  id: sql<string>`e.id`,
  at: time(sql`e.at`),
  kind: sql<SecurityEvent>`e.kind`,
  isFailure: sql<boolean>`e.is_failure`,
  userId: sql<string | null>`e.user_id`,
  userName: sql<string | null>`a.first_name || ' ' || a.last_name`,
  userEmail: sql<string | null>`a.email`,
  actorId: sql<string | null>`e.actor_id`,
  actorName: sql<string | null>`b.first_name || ' ' || b.last_name`,
  address: sql<string | null>`e.address`,
  details: sql<string>`e.details::text`,
});
export type SecurityEventRow = RowOf<typeof EVENTS>;

const NEWEST = descending('AT_DESC', 'timestamptz', sql`e.at`, sql`e.id`);

export interface EventFilter {
  userId?: string | null | undefined;
  kind?: string | null | undefined;
}

/** The newest events that a CSV file contains. */
const CSV_MAX = 50_000;

function listOfEvents({ userId, kind }: EventFilter) {
  if (kind != null && !Object.hasOwn(SECURITY_EVENTS, kind)) {
    const allowed = Object.keys(SECURITY_EVENTS);
    throw invalid({ kind: fieldError('notOneOf', 'kind must be a kind of security event', { allowed }) });
  }
  const person = userId == null ? null : parseId(userId);
  const where = [
    sql`true`,
    ...(person === null ? [] : [sql`(e.user_id = ${person} or e.actor_id = ${person})`]),
    ...(kind == null ? [] : [sql`e.kind = ${kind}`]),
  ];
  return {
    from: sql`security_event e left join account a on a.id = e.user_id left join account b on b.id = e.actor_id`,
    where: sql.join(where, sql` and `),
  };
}

/** Returns the audit log, newest first. */
export async function readEvents(ctx: Context, filter: EventFilter, args: PageArgs): Promise<Page<SecurityEventRow>> {
  const { from, where } = listOfEvents(filter);
  // so that the log includes the action that the administrator has just performed
  await ctx.resources.audit.settled();
  return readPage<SecurityEventRow>(ctx, { rows: EVENTS, from, where, order: NEWEST }, args);
}

const COLUMNS = [
  'at',
  'kind',
  'isFailure',
  'userId',
  'userName',
  'userEmail',
  'actorId',
  'actorName',
  'address',
] as const;

const toCsv = (row: SecurityEventRow): string =>
  csvLine([
    ...COLUMNS.map((name) => (name === 'at' ? toIso(row.at) : String(row[name] ?? ''))),
    row.details === '{}' ? '' : row.details,
  ]);

async function* inOnePart(body: Buffer): AsyncGenerator<Buffer> {
  yield body;
}

/** Returns the newest events of a filter as a CSV file. */
export async function openEventsFile(ctx: Context, filter: EventFilter): Promise<SentFile> {
  const { from, where } = listOfEvents(filter);
  await ctx.resources.audit.settled();
  const rows = await EVENTS.read(
    ctx.em,
    sql`from ${from} where ${where} order by e.at desc, e.id desc limit ${CSV_MAX}`,
  );
  const body = Buffer.from([csvLine([...COLUMNS, 'details']), ...rows.map(toCsv)].join(''));
  securityEvent(ctx, 'audit_log_downloaded');
  return {
    name: 'audit-log.csv',
    type: 'text/csv; charset=utf-8',
    bytes: body.length,
    parts: inOnePart(body),
  };
}
