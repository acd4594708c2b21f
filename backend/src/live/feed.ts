import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../kernel/logger.js';
import type { WakeUp } from '../kernel/wakeUps.js';
import { Hub } from './hub.js';
import { InboxHub } from './inboxHub.js';
import { WakeUpListener } from './wakeUpListener.js';

/** How often a process looks for what no wake-up told of. */
const POLL_MS = 3_000;

export interface FeedOptions {
  orm: MikroORM;
  log: Logger;
  databaseUrl: string;
  pollMs?: number;
}

/** The live side of one process: the hubs, and what wakes them. */
export class Feed {
  readonly hub: Hub;
  readonly inboxes: InboxHub;
  readonly #listener: WakeUpListener;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #polling: Promise<void> | null = null;

  constructor({ orm, log, databaseUrl, pollMs = POLL_MS }: FeedOptions) {
    this.#log = log;
    this.inboxes = new InboxHub(orm);
    this.hub = new Hub(orm, log, () => this.inboxes.startOver());
    this.#listener = new WakeUpListener({
      url: databaseUrl,
      log,
      onWakeUp: (wakeUp) => this.#wake(wakeUp),
      onListening: () => this.#poll(),
    });
    this.#timer = setInterval(() => this.#poll(), pollMs);
    this.#timer.unref();
  }

  start(): Promise<void> {
    return this.#listener.start();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#listener.close();
    this.hub.close();
    this.inboxes.close();
    await this.#polling;
  }

  #wake({ projects, inboxes, members }: WakeUp): void {
    const work = [
      ...projects.map(([projectId, revision]) => this.hub.wakeProject(projectId, revision)),
      ...members.map((userId) => this.hub.wakeMember(userId)),
      this.inboxes.wake(inboxes),
    ];
    Promise.all(work).catch((error: unknown) => this.#log.warn({ err: error }, 'the feed could not be read'));
  }

  #poll(): void {
    this.#polling ??= Promise.all([this.hub.poll(), this.inboxes.poll()])
      .then(() => undefined)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'the feed could not be polled'))
      .finally(() => (this.#polling = null));
  }
}
