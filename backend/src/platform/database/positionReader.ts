import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import { DatabaseClient } from './databaseClient.js';
import { withDeadline } from '../lib/deadline.js';
import type { Position } from './position.js';

/** A healthy server answers within this time. */
const ASK_MS = 1_000;

const selectPosition = (timeline: string, place: string): string =>
  `select ${timeline} || lpad(to_hex((${place} - '0/0')::bigint), 16, '0') as position`;

/**
 * Reads the primary's position: everything acknowledged or visible is before it. With `synchronous_commit = off` that is the
 * insert position, else the flushed one, because a replica receives nothing beyond it.
 */
export const PRIMARY_POSITION = `${selectPosition('lower(left(pg_walfile_name(here), 8))', 'here')} from (
  select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end) as wal(here)`;

/**
 * Reads how far a replica has replayed; no row on a primary. A user with `pg_read_all_stats` sees the timeline of the WAL
 * receiver. Others see the last checkpoint’s, so they trust a replica only some minutes after a fail-over.
 */
export const REPLAYED_POSITION = `${selectPosition(
  `lpad(to_hex(coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint()))), 8, '0')`,
  'pg_last_wal_replay_lsn()',
)} where pg_is_in_recovery()`;

/** A pool waits for the promise of `onConnect` before the first use of a connection, although its type does not show it. */
export const beforeUse = (work: (client: ClientBase) => Promise<void>) => work as (client: ClientBase) => void;

/** The database of a connection, and the address of the server that answers. */
interface Server {
  database: string;
  server: string;
}

export async function readServer(client: ClientBase): Promise<Server> {
  const { rows } = await client.query<Server>(`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database,
      pg_postmaster_start_time()::text as server from pg_control_system()`);
  return rows[0] as Server;
}

/**
 * Reads one server's position on a separate connection, so that it never waits for a slow statement. Concurrent callers
 * share a statement that starts after the last of them called.
 */
export class PositionReader {
  /** The server that answered last. */
  from: Server | undefined;
  /** Why the last read failed. */
  failure = 'it is no replica';
  readonly #pool: Pool;
  readonly #text: string;
  #latest: Promise<unknown> = Promise.resolve();
  #next: Promise<Position | undefined> | undefined;

  constructor(url: string, text: string) {
    this.#text = text;
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: 'cairn-position',
      max: 1,
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: ASK_MS,
      Client: DatabaseClient,
      onConnect: beforeUse(async (client) => {
        this.from = await withDeadline(ASK_MS, () => readServer(client));
      }),
    });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Returns undefined if there is no answer within a second. */
  read(): Promise<Position | undefined> {
    this.#next ??= this.#latest.then(() => {
      this.#next = undefined;
      const answer = withDeadline(ASK_MS, () => this.#query());
      this.#latest = answer;
      return answer;
    });
    return this.#next;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #query(): Promise<Position | undefined> {
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      // prepared, because planning takes longer than the rest
      const query = { name: 'position', text: this.#text };
      const { rows } = await client.query<{ position: Position | null }>(query);
      client.release();
      this.failure = 'it is no replica';
      return rows[0]?.position ?? undefined;
    } catch (error) {
      client?.release(true);
      const { code, message } = error as { code?: string; message?: string };
      this.failure = code ?? message ?? 'unknown';
      return undefined;
    }
  }
}
