import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SecurityEvent } from '../../contract/securityEvents.js';
import { bypassReadGate } from '../platform/database/requestScope.js';
import { toJsonb } from '../platform/database/toJsonb.js';
import { newId } from '../platform/lib/ids.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import type { Logger } from '../platform/telemetry/logger.js';

export interface AuditedEvent {
  kind: SecurityEvent;
  isFailure: boolean;
  userId: string | null;
  actorId: string | null;
  address: string | null;
  details: Record<string, unknown>;
}

/** Events that are only logged: anyone can cause them at any rate, and they concern no account. */
const NOT_STORED: ReadonlySet<SecurityEvent> = new Set(['rate_limited', 'token_refused']);

/** The maximum number of events that wait for the database; further ones are only logged. */
const WAITING_MAX = 1000;

/** Writes security events to the database in the background, so that no request waits or fails for them. */
export class AuditLog {
  #waiting: Record<string, unknown>[] = [];
  #writing: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    private readonly orm: MikroORM,
    private readonly log: Logger,
    private readonly now: () => Date,
    private readonly metrics?: Metrics,
  ) {}

  record({ kind, isFailure, userId, actorId, address, details }: AuditedEvent): void {
    if (NOT_STORED.has(kind)) return;
    if (this.#isClosed || this.#waiting.length >= WAITING_MAX) {
      this.metrics?.lostEvents.inc();
      return;
    }
    const at = this.now().toISOString();
    this.#waiting.push({
      id: newId(),
      at,
      kind,
      is_failure: isFailure,
      user_id: userId,
      actor_id: actorId,
      address,
      details,
    });
    if (!this.#writing) this.#start();
  }

  /** Writes until no event waits; starts again if one arrived at the very end. */
  #start(): void {
    this.#writing = this.#write().finally(() => {
      this.#writing = undefined;
      if (this.#waiting.length > 0) this.#start();
    });
  }

  /** Resolves when all earlier events of this process are stored. */
  async settled(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.settled();
  }

  async #write(): Promise<void> {
    // events of the same moment are written in one statement
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.splice(0);
      try {
        await bypassReadGate(() =>
          sql`
            insert into security_event (id, at, kind, is_failure, user_id, actor_id, address, details)
            select id, at, kind, is_failure, user_id, actor_id, address, details
            from jsonb_to_recordset(${toJsonb(rows)}) as e (id uuid, at timestamptz, kind text, is_failure boolean,
              user_id uuid, actor_id uuid, address text, details jsonb)`.execute(this.orm.em.fork().getKysely()),
        );
      } catch (error) {
        this.metrics?.lostEvents.inc(rows.length);
        this.log.error({ err: error, events: rows.length }, 'security events could not be stored');
      }
    }
  }
}
