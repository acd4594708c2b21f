import type { MikroORM } from '@mikro-orm/postgresql';
import type { Metrics } from '../kernel/eyes/metrics.js';
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
  metrics?: Metrics | undefined;
}

/** The live side of one process: the hubs, and what wakes them. */
export class Hubs {
  readonly projects: ProjectHub;
  readonly inboxes: InboxHub;
  readonly #listener: WakeUpListener;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #polling: Promise<void> | null = null;
  /** When it was last looked for what no wake-up told of. */
  #lookedAt = performance.now();

  constructor({ orm, log, databaseUrl, onConcern = () => undefined, pollMs = POLL_MS, metrics }: HubsOptions) {
    this.#log = log;
    this.inboxes = new InboxHub(orm);
    this.projects = new ProjectHub(orm, log, () => this.inboxes.startOver(), metrics);
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
    metrics?.watch('cairn_hub_lag_seconds', 'How far what sockets are told is behind the log', [], () => [
      [{}, this.#lag(pollMs)],
    ]);
    metrics?.watch('cairn_hub_listening', 'Whether wake-ups are heard', [], () => [
      [{}, this.#listener.isListening ? 1 : 0],
    ]);
    metrics?.watch('cairn_hub_projects', 'Projects that sockets of this process follow', [], () => [
      [{}, this.projects.followed],
    ]);
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

  /** For how long something has been known and not read, or, where the look for it fails, might have been. */
  #lag(pollMs: number): number {
    const now = performance.now();
    const unlooked = now - this.#lookedAt - 2 * pollMs;
    return Math.max(0, unlooked, now - (this.projects.behindSince ?? now)) / 1000;
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
      .then(() => void (this.#lookedAt = performance.now()))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'what is new could not be looked for'))
      .finally(() => (this.#polling = null));
  }
}
