import pg, { type ClientBase, type Pool, type PoolClient } from 'pg';
import { DatabaseClient } from './databaseClient.js';
import { withDeadline } from './deadline.js';
import type { Position } from './position.js';

/** A server that is well answers within this time. */
const ASK_MS = 1_000;

const textOf = (timeline: string, place: string): string =>
  `select ${timeline} || lpad(to_hex((${place} - '0/0')::bigint), 16, '0') as position`;

/**
 * Where a primary is: all that was acknowledged or could be read by now is before it. Where commits do not wait for the disk
 * that is what was written, and else what is safe, as a replica is sent nothing else.
 */
export const PRESENT = `${textOf('lower(left(pg_walfile_name(here), 8))', 'here')} from (
  select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end) as wal(here)`;

/**
 * How far a replica has come; nothing where it is none. Of its timeline it knows at once from whom it receives, if its user
 * may see that (`pg_read_all_stats`), and else from the last checkpoint: after a fail-over it is trusted some minutes later.
 */
export const REPLAYED = `${textOf(
  `lpad(to_hex(coalesce((select received_tli from pg_stat_wal_receiver), (select timeline_id from pg_control_checkpoint()))), 8, '0')`,
  'pg_last_wal_replay_lsn()',
)} where pg_is_in_recovery()`;

/** What a pool does with a new connection before anybody has it: it waits for that, though its type does not say so. */
export const beforeUse = (work: (client: ClientBase) => Promise<void>) => work as (client: ClientBase) => void;

/** Which database a connection leads to, and which of the servers that have it. */
interface Server {
  database: string;
  server: string;
}

/** Asks that of a new connection. */
export async function serverOf(client: ClientBase): Promise<Server> {
  const { rows } = await client.query<Server>(`
    select system_identifier || '/' || (select oid from pg_database where datname = current_database()) as database,
      pg_postmaster_start_time()::text as server from pg_control_system()`);
  return rows[0] as Server;
}

/**
 * Asks one server for its position, on a connection of its own, so that no slow statement is waited for. Who asks at once
 * shares one statement, which begins after the last of them has asked.
 */
export class PositionAsker {
  /** Where the answers come from, once there was one. */
  from: Server | undefined;
  /** Why there was none the last time. */
  failure = 'it is no replica';
  readonly #pool: Pool;
  readonly #text: string;
  #running: Promise<unknown> = Promise.resolve();
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
        this.from = await withDeadline(ASK_MS, () => serverOf(client));
      }),
    });
    this.#pool.on('error', () => undefined);
    this.#pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Undefined where there is no answer within a second. */
  ask(): Promise<Position | undefined> {
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      const asked = withDeadline(ASK_MS, () => this.#read());
      this.#running = asked;
      return asked;
    });
    return this.#next;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }

  async #read(): Promise<Position | undefined> {
    let client: PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      // prepared, as planning it takes longer than the rest
      const asked = { name: 'position', text: this.#text };
      const { rows } = await client.query<{ position: Position | null }>(asked);
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
