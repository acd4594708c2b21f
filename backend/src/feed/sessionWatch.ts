import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { recordTokenUse } from '../auth/apiToken.reads.js';
import { recordSessionUse } from '../auth/sessions.reads.js';
import type { Logger } from '../platform/telemetry/logger.js';
import { mayAct } from '../users/user.reads.js';

const CHECK_MS = 1_000;
/** Every 60th check records the use of the sessions: a person with an open socket is present even without requests. */
const SEEN_CHECKS = 60;

/** Close code after the session has ended; clients do not reconnect. */
export const UNAUTHORIZED = 4401;

export interface ConnectedSocket {
  userId: string;
  /** Id of the session or of the API token. */
  signInId: string;
  close: (code: number, reason: string) => void;
}

/** Counts the sockets of each person in this process, and closes those whose session has ended. */
export class SessionWatch {
  readonly #sockets = new Set<ConnectedSocket>();
  readonly #timer: NodeJS.Timeout;
  #checking = false;
  #checks = 0;

  constructor(
    private readonly orm: MikroORM,
    private readonly log: Logger,
  ) {
    this.#timer = setInterval(() => void this.#check(), CHECK_MS);
    this.#timer.unref();
  }

  count(userId: string): number {
    let count = 0;
    for (const socket of this.#sockets) if (socket.userId === userId) count += 1;
    return count;
  }

  add(socket: ConnectedSocket): void {
    this.#sockets.add(socket);
  }

  remove(socket: ConnectedSocket): void {
    this.#sockets.delete(socket);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Runs one check at a time, so that checks cannot use up the connections of a slow database. */
  async #check(): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#closeEnded();
    } catch (error) {
      this.log.warn({ err: error }, 'sessions could not be checked');
    } finally {
      this.#checking = false;
    }
  }

  /** Closes the sockets whose session or token was revoked or has expired. */
  async #closeEnded(): Promise<void> {
    // A copy: sockets that connect during the query are not in its result.
    const checked = [...this.#sockets];
    const ids = [...new Set(checked.map(({ signInId }) => signInId))];
    if (ids.length === 0) return;
    const { rows } = await sql<{ id: string }>`
      select s.id from (
        select id, user_id from session where id = any(${ids}::uuid[]) and revoked_at is null and expires_at > now()
        union all
        select id, user_id from api_token where id = any(${ids}::uuid[]) and revoked_at is null and expires_at > now()
      ) s join account a on a.id = s.user_id and ${mayAct(new Date())}`.execute(this.orm.em.fork().getKysely());
    const active = new Set(rows.map(({ id }) => id));
    for (const socket of checked) {
      if (!active.has(socket.signInId)) socket.close(UNAUTHORIZED, 'Unauthorized');
    }
    this.#checks += 1;
    if (this.#checks % SEEN_CHECKS !== 0) return;
    await recordSessionUse(this.orm.em.fork(), [...active], new Date());
    await recordTokenUse(this.orm.em.fork(), [...active], new Date());
  }
}
