import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { backOff } from '../../contract/backOff.js';
import type { Person } from '../support/client.js';
import { socketUrl } from '../support/socketUrl.js';

/** As the app's own client does: see frontend/src/sync/client/socket.ts and sync/feed/reconnect.ts. */
const PING_MS = 15_000;
const PONG_MS = 5_000;
const BEGIN_MS = 12_000;
const UNAUTHORIZED = 4401;

const CHANGES = `subscription ($after: [ChangeCursor!], $epoch: ID) { changes(after: $after, epoch: $epoch) {
  projectId revision kind epoch } }`;

interface Event {
  projectId: string;
  revision: number;
  kind: 'CHANGES' | 'PROJECT_JOINED' | 'PROJECT_LEFT' | 'RESYNC';
  epoch: string;
}

/** The positions of a person's projects. */
export interface Start {
  epoch: string;
  positions: readonly { projectId: string; revision: number }[];
}

export interface ListenerOptions {
  person: Person;
  start: Start;
  /** A try begins; the first or one after a cut. */
  onTry: (isFirst: boolean) => void;
  /** Called when the socket is back, with the time since it was cut. */
  onBack: (ms: number) => void;
  onCut: (code: number) => void;
  onUnauthenticated: () => void;
}

/** Follows a person's changes over one socket after another, each from the position of the last one. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #held: Map<string, number>;
  #epoch: string;
  #end: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  #cutAt: number | undefined;
  #stopped = false;
  /** The revisions that came, by project. */
  readonly seen = new Map<string, Set<number>>();
  /** The gaps that were answered with RESYNC, by project: from after the first up to the second revision. */
  readonly skipped: { projectId: string; from: number; to: number }[] = [];
  /** Events that one socket received twice, or out of order. */
  repeated = 0;
  isUp = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#epoch = options.start.epoch;
    this.#held = new Map(options.start.positions.map(({ projectId, revision }) => [projectId, revision]));
    for (const projectId of this.#held.keys()) this.seen.set(projectId, new Set());
  }

  get person(): Person {
    return this.#options.person;
  }

  /** How far it has read. */
  at(projectId: string): number {
    return this.#held.get(projectId) ?? 0;
  }

  /** Begins the next life. */
  live(): void {
    if (this.#stopped) return;
    this.#options.onTry(this.#cutAt === undefined);
    const { person } = this.#options;
    let isOver = false;
    let noAnswer: NodeJS.Timeout | undefined;
    const sockets: WebSocket[] = [];
    const deadline = setTimeout(() => down(0), BEGIN_MS);
    class OurSocket extends WebSocket {
      constructor(address: string, protocols: string[]) {
        super(address, protocols);
        sockets.push(this);
      }
    }
    const end = (): void => {
      isOver = true;
      clearTimeout(deadline);
      clearTimeout(noAnswer);
      Promise.resolve(client.dispose()).catch(() => undefined);
      for (const socket of sockets) socket.terminate();
    };
    const down = (code: number): void => {
      if (isOver) return;
      end();
      this.#down(code);
    };
    const client = createClient({
      url: socketUrl(person.client.server),
      webSocketImpl: OurSocket,
      connectionParams: { token: person.client.token },
      retryAttempts: 0,
      connectionAckWaitTimeout: 10_000,
      keepAlive: PING_MS,
      onNonLazyError: () => undefined,
      on: {
        connected: () => {
          clearTimeout(deadline);
          this.#up();
        },
        ping: (received) => {
          if (!received) noAnswer = setTimeout(() => down(0), PONG_MS);
        },
        pong: (received) => {
          if (received) clearTimeout(noAnswer);
        },
        closed: (event) => down((event as { code?: number }).code ?? 1006),
      },
    });
    this.#end = end;
    const after = [...this.#held].map(([projectId, revision]) => ({ projectId, revision }));
    client.subscribe<{ changes: Event }>(
      { query: CHANGES, variables: { after, epoch: this.#epoch } },
      {
        next: ({ data }) => (data ? this.#take(data.changes) : down(0)),
        error: () => down(0),
        complete: () => down(0),
      },
    );
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retry);
    this.#end?.();
  }

  #up(): void {
    this.isUp = true;
    this.#failures = 0;
    if (this.#cutAt !== undefined) this.#options.onBack(performance.now() - this.#cutAt);
    this.#cutAt = undefined;
  }

  #down(code: number): void {
    if (this.#stopped) return;
    this.isUp = false;
    this.#cutAt ??= performance.now();
    this.#options.onCut(code);
    if (code === UNAUTHORIZED) this.#options.onUnauthenticated();
    this.#retry = setTimeout(() => this.live(), backOff(this.#failures));
    this.#failures += 1;
  }

  #take({ projectId, revision, kind, epoch }: Event): void {
    this.#epoch = epoch;
    const held = this.at(projectId);
    if (kind === 'CHANGES' && revision <= held) this.repeated += 1;
    else if (kind === 'CHANGES') this.seen.get(projectId)?.add(revision);
    else if (kind !== 'PROJECT_LEFT') this.skipped.push({ projectId, from: held, to: revision });
    if (kind === 'CHANGES' && revision <= held) return;
    this.#held.set(projectId, revision);
  }
}
