import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Logger } from '../telemetry/logger.js';

/** The NOTIFY channel on which processes wake each other's readers. */
export const WAKE_UP_CHANNEL = 'cairn_wake_up';

/** Hints to read, never data: "project X is at revision N", "user Y has something new". */
export interface WakeUp {
  projects: [projectId: string, revision: number][];
  /** People whose notifications changed. */
  inboxes: string[];
  /** People whose memberships changed. */
  members: string[];
  /** People who wrote: their next read can reach another process and a replica. Empty without a replica. */
  writers: string[];
}

/** A NOTIFY payload is limited to 8,000 bytes; this many ids fit. */
const IDS_A_MESSAGE = 120;

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / IDS_A_MESSAGE) }, (_, i) =>
    items.slice(i * IDS_A_MESSAGE, (i + 1) * IDS_A_MESSAGE),
  );

const NOTHING: WakeUp = { projects: [], inboxes: [], members: [], writers: [] };

/** Splits a wake-up into messages that fit a NOTIFY. */
const splitMessages = ({ projects, inboxes, members, writers }: WakeUp): WakeUp[] =>
  projects.length + inboxes.length + members.length + writers.length <= IDS_A_MESSAGE
    ? [{ projects, inboxes, members, writers }]
    : [
        ...chunks(projects).map((some) => ({ ...NOTHING, projects: some })),
        ...chunks(inboxes).map((some) => ({ ...NOTHING, inboxes: some })),
        ...chunks(members).map((some) => ({ ...NOTHING, members: some })),
        { ...NOTHING, writers },
      ];

/** Parses a message of the channel; undefined if it is not ours. */
export function parseWakeUp(payload: string | undefined): WakeUp | undefined {
  try {
    const message = JSON.parse(payload ?? '') as Partial<WakeUp>;
    // an older version sends no writers
    const { projects, inboxes, members, writers = [] } = message;
    return [projects, inboxes, members, writers].every(Array.isArray)
      ? ({ projects, inboxes, members, writers } as WakeUp)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Notifies all processes after a commit. Readers also poll, so a lost wake-up is harmless and only logged. It is sent outside
 * the transaction, because NOTIFY inside takes a global lock at commit.
 */
export class WakeUps {
  readonly #pending = new Set<Promise<void>>();

  constructor(
    private readonly orm: MikroORM,
    private readonly log: Logger,
    /** Whether a replica serves reads. */
    private readonly announcesWriters = false,
  ) {}

  /** Sends a wake-up without waiting for it. */
  announce(wakeUp: WakeUp): void {
    for (const message of splitMessages(this.announcesWriters ? wakeUp : { ...wakeUp, writers: [] })) {
      if (Object.values(message).some((ids) => ids.length > 0)) this.#send(message);
    }
  }

  /** Waits until all wake-ups have been sent or have failed. */
  async settle(): Promise<void> {
    await Promise.all(this.#pending);
  }

  #send(message: WakeUp): void {
    const sent = sql`select pg_notify(${WAKE_UP_CHANNEL}, ${JSON.stringify(message)})`
      .execute(this.orm.em.fork().getKysely())
      .then(() => undefined)
      .catch((error: unknown) => this.log.warn({ err: error }, 'wake-up not sent'))
      .finally(() => this.#pending.delete(sent));
    this.#pending.add(sent);
  }
}
