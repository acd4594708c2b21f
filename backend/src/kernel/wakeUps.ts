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
}

/** NOTIFY carries less than 8,000 bytes; this many ids stay below it. */
const IDS_A_MESSAGE = 120;

const chunks = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / IDS_A_MESSAGE) }, (_, i) =>
    items.slice(i * IDS_A_MESSAGE, (i + 1) * IDS_A_MESSAGE),
  );

/** The messages a wake-up takes; one unless it names very many. */
const messages = ({ projects, inboxes, members }: WakeUp): WakeUp[] =>
  projects.length + inboxes.length + members.length <= IDS_A_MESSAGE
    ? [{ projects, inboxes, members }]
    : [
        ...chunks(projects).map((some) => ({ projects: some, inboxes: [], members: [] })),
        ...chunks(inboxes).map((some) => ({ projects: [], inboxes: some, members: [] })),
        ...chunks(members).map((some) => ({ projects: [], inboxes: [], members: some })),
      ];

/** Reads a message of the channel; undefined for what is not ours. */
export function parseWakeUp(payload: string | undefined): WakeUp | undefined {
  try {
    const message = JSON.parse(payload ?? '') as Partial<WakeUp>;
    const { projects, inboxes, members } = message;
    return Array.isArray(projects) && Array.isArray(inboxes) && Array.isArray(members)
      ? { projects, inboxes, members }
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
  ) {}

  /** Announces what is new; returns at once. */
  announce(wakeUp: WakeUp): void {
    for (const message of messages(wakeUp)) {
      if (message.projects.length + message.inboxes.length + message.members.length > 0) this.#send(message);
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
