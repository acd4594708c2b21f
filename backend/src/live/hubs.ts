import type { MikroORM } from '@mikro-orm/postgresql';
import type { Logger } from '../kernel/logger.js';
import type { WakeUp } from '../kernel/wakeUps.js';
import { ProjectHub } from './projectHub.js';
import { InboxHub } from './inboxHub.js';
import { WakeUpListener } from './wakeUpListener.js';

/** How often a process looks for what no wake-up told of. */
const POLL_MS = 3_000;

export interface HubsOptions {
  orm: MikroORM;
  log: Logger;
  databaseUrl: string;
  /** Told of people whom something concerns that was committed by now. */
  onConcern?: (people: readonly string[]) => void;
  pollMs?: number;
}

/** The live side of one process: the hubs, and what wakes them. */
export class Hubs {
  readonly projects: ProjectHub;
  readonly inboxes: InboxHub;
  readonly #listener: WakeUpListener;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #polling: Promise<void> | null = null;

  constructor({ orm, log, databaseUrl, onConcern = () => undefined, pollMs = POLL_MS }: HubsOptions) {
    this.#log = log;
    this.inboxes = new InboxHub(orm);
    this.projects = new ProjectHub(orm, log, () => this.inboxes.startOver());
    this.#listener = new WakeUpListener({
      url: databaseUrl,
      log,
      onWakeUp: (wakeUp) => {
        onConcern([...new Set([...wakeUp.writers, ...wakeUp.members, ...wakeUp.inboxes])]);
        this.#wake(wakeUp);
      },
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
    this.projects.close();
    this.inboxes.close();
    await this.#polling;
  }

  #wake({ projects, inboxes, members }: WakeUp): void {
    const work = [
      ...projects.map(([projectId, revision]) => this.projects.wakeProject(projectId, revision)),
      ...members.map((userId) => this.projects.wakeMember(userId)),
      this.inboxes.wake(inboxes),
    ];
    Promise.all(work).catch((error: unknown) => this.#log.warn({ err: error }, 'what is new could not be read'));
  }

  #poll(): void {
    this.#polling ??= Promise.all([this.projects.poll(), this.inboxes.poll()])
      .then(() => undefined)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'what is new could not be looked for'))
      .finally(() => (this.#polling = null));
  }
}
