import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Logger } from './logger.js';

/** The NOTIFY channel on which processes wake each other's readers. */
export const WAKE_UP_CHANNEL = 'cairn_wake_up';

/** "Project X is at revision N": a hint to read the log, never data itself. */
export interface WakeUp {
  projectId: string;
  revision: number;
}

/**
 * Tells every process, after the commit, that a project has something new. A wake-up may be lost (readers also poll),
 * so a failure is logged and harms nothing. Sent outside the transaction: inside, NOTIFY takes a global lock at commit.
 */
export class WakeUps {
  readonly #orm: MikroORM;
  readonly #log: Logger;
  readonly #pending = new Set<Promise<void>>();

  constructor(orm: MikroORM, log: Logger) {
    this.#orm = orm;
    this.#log = log;
  }

  /** Announces new revisions; returns at once. */
  announce(wakeUps: readonly WakeUp[]): void {
    if (wakeUps.length === 0) return;
    const payload = JSON.stringify(wakeUps);
    const sent = sql`select pg_notify(${WAKE_UP_CHANNEL}, ${payload})`
      .execute(this.#orm.em.fork().getKysely())
      .then(() => undefined)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'wake-up not sent'))
      .finally(() => this.#pending.delete(sent));
    this.#pending.add(sent);
  }

  /** Waits until everything announced has been sent or given up. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }
}
