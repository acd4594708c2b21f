import type { MikroORM } from '@mikro-orm/postgresql';
import type { Metrics } from '../platform/telemetry/metrics.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { WakeUp } from '../platform/database/wakeUps.js';
import { ProjectHub } from './projectHub.js';
import { InboxHub } from './inboxHub.js';
import { LinkHub } from './linkHub.js';
import { WakeUpListener } from './wakeUpListener.js';

/** How often a process checks for changes whose wake-up was lost. */
const POLL_MS = 3_000;

export interface HubsOptions {
  orm: MikroORM;
  log: Logger;
  databaseUrl: string;
  now?: () => Date;
  /** Called with the people affected by a committed write. */
  onPeopleAffected?: (people: readonly string[]) => void;
  pollMs?: number;
  metrics?: Metrics | undefined;
}

/** The hubs of one process and the listener that wakes them. */
export class Hubs {
  readonly projects: ProjectHub;
  readonly inboxes: InboxHub;
  readonly links: LinkHub;
  readonly #listener: WakeUpListener;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #polling: Promise<void> | null = null;
  #lastPollAt = performance.now();

  constructor({
    orm,
    log,
    databaseUrl,
    now = () => new Date(),
    onPeopleAffected = () => undefined,
    pollMs = POLL_MS,
    metrics,
  }: HubsOptions) {
    this.#log = log;
    this.inboxes = new InboxHub(orm);
    this.projects = new ProjectHub(orm, log, () => this.inboxes.disconnectAll(), metrics);
    this.links = new LinkHub(orm, log, now, () => metrics?.limitsMet.inc({ limit: 'socketsPerLink' }));
    this.#listener = new WakeUpListener({
      url: databaseUrl,
      log,
      onWakeUp: (wakeUp) => {
        onPeopleAffected([...new Set([...wakeUp.writers, ...wakeUp.members, ...wakeUp.inboxes])]);
        this.#wake(wakeUp);
      },
      onListening: () => this.#poll(),
    });
    this.#timer = setInterval(() => this.#poll(), pollMs);
    this.#timer.unref();
    metrics?.watch('cairn_hub_lag_seconds', 'How far the events sent to sockets are behind the log', [], () => [
      [{}, this.#lag(pollMs)],
    ]);
    metrics?.watch('cairn_hub_listening', 'Whether the process receives wake-ups', [], () => [
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
    this.links.close();
    await this.#polling;
  }

  /** Seconds since the oldest unread revision became known, or since the last successful poll if that is longer. */
  #lag(pollMs: number): number {
    const now = performance.now();
    const sincePoll = now - this.#lastPollAt - 2 * pollMs;
    return Math.max(0, sincePoll, now - (this.projects.behindSince ?? now)) / 1000;
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
      .then(() => void (this.#lastPollAt = performance.now()))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'what is new could not be looked for'))
      .finally(() => (this.#polling = null));
  }
}
