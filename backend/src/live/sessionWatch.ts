import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { noteUsed } from '../auth/apiToken.reads.js';
import { noteSeen } from '../auth/sessions.reads.js';
import type { Logger } from '../kernel/logger.js';
import { mayAct } from '../users/user.reads.js';

/** How often sessions of connected sockets are checked. */
const CHECK_MS = 1_000;
/** Every so many checks the sessions of open sockets are noted as seen: their people are there, though they ask nothing. */
const SEEN_CHECKS = 60;

/** Close code of a socket whose sign-in has ended; clients treat it as final. */
export const UNAUTHORIZED = 4401;

/** A connected socket of somebody signed in. */
export interface ConnectedSocket {
  userId: string;
  /** The session or, of a program, the token that it stands by. */
  signInId: string;
  close: (code: number, reason: string) => void;
}

/** Watches over the sockets of this process: how many a person has, and whether their sign-ins still stand. */
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

  /** One at a time: a database that is slow to answer shall not spend all its connections on it. */
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

  /** Closes the sockets whose session or token was revoked or has expired; one statement for all. */
  async #closeEnded(): Promise<void> {
    // Those that connect while the database answers were not asked about.
    const asked = [...this.#sockets];
    const ids = [...new Set(asked.map(({ signInId }) => signInId))];
    if (ids.length === 0) return;
    const { rows } = await sql<{ id: string }>`
      select s.id from (
        select id, user_id from session where id = any(${ids}::uuid[]) and revoked_at is null and expires_at > now()
        union all
        select id, user_id from api_token where id = any(${ids}::uuid[]) and revoked_at is null and expires_at > now()
      ) s join account a on a.id = s.user_id and ${mayAct(new Date())}`.execute(this.orm.em.fork().getKysely());
    const standing = new Set(rows.map(({ id }) => id));
    for (const socket of asked) {
      if (!standing.has(socket.signInId)) socket.close(UNAUTHORIZED, 'Unauthorized');
    }
    this.#checks += 1;
    if (this.#checks % SEEN_CHECKS !== 0) return;
    await noteSeen(this.orm.em.fork(), [...standing], new Date());
    await noteUsed(this.orm.em.fork(), [...standing], new Date());
  }
}
