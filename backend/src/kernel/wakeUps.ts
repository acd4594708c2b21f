import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Logger } from './logger.js';

/** The NOTIFY channel on which processes wake each other's readers. */
export const WAKE_UP_CHANNEL = 'cairn_wake_up';

/** Hints to read, never data itself: "project X is at revision N", "user Y has something new". */
export interface WakeUp {
  projects: [projectId: string, revision: number][];
  /** People whose notifications changed. */
  inboxes: string[];
  /** People whose memberships changed. */
  members: string[];
  /** Who wrote, where that is told: their next read may reach another process, and a replica. */
  writers: string[];
}

/** NOTIFY carries less than 8,000 bytes; this many ids stay below it. */
const IDS_A_MESSAGE = 120;

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / IDS_A_MESSAGE) }, (_, i) =>
    items.slice(i * IDS_A_MESSAGE, (i + 1) * IDS_A_MESSAGE),
  );

const NOTHING: WakeUp = { projects: [], inboxes: [], members: [], writers: [] };

/** The messages a wake-up takes; one unless it names very many. */
const messages = ({ projects, inboxes, members, writers }: WakeUp): WakeUp[] =>
  projects.length + inboxes.length + members.length + writers.length <= IDS_A_MESSAGE
    ? [{ projects, inboxes, members, writers }]
    : [
        ...chunks(projects).map((some) => ({ ...NOTHING, projects: some })),
        ...chunks(inboxes).map((some) => ({ ...NOTHING, inboxes: some })),
        ...chunks(members).map((some) => ({ ...NOTHING, members: some })),
        { ...NOTHING, writers },
      ];

/** Reads a message of the channel; undefined for what is not ours. */
export function parseWakeUp(payload: string | undefined): WakeUp | undefined {
  try {
    const message = JSON.parse(payload ?? '') as Partial<WakeUp>;
    // an older version tells no writers
    const { projects, inboxes, members, writers = [] } = message;
    return [projects, inboxes, members, writers].every(Array.isArray)
      ? ({ projects, inboxes, members, writers } as WakeUp)
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Tells every process, after the commit, that there is something new. A wake-up may be lost (readers also poll), so a
 * failure is logged and harms nothing. Sent outside the transaction: inside, NOTIFY takes a global lock at commit.
 */
export class WakeUps {
  readonly #pending = new Set<Promise<void>>();

  constructor(
    private readonly orm: MikroORM,
    private readonly log: Logger,
    /** Writers are told of where reads may go to a replica. */
    private readonly tellsWriters = false,
  ) {}

  /** Announces what is new; returns at once. */
  announce(wakeUp: WakeUp): void {
    for (const message of messages(this.tellsWriters ? wakeUp : { ...wakeUp, writers: [] })) {
      if (Object.values(message).some((ids) => ids.length > 0)) this.#send(message);
    }
  }

  /** Waits until everything announced has been sent or given up. */
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
