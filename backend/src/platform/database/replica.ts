import type { Logger } from '../telemetry/logger.js';
import { laterPosition, type Position, UNREACHABLE } from './position.js';
import { PositionReader, PRIMARY_POSITION, REPLAYED_POSITION } from './positionReader.js';
import { type Reader, requestScope } from './requestScope.js';

/** The maximum lag of a replica. Changes without a notification here (a removed member) are visible after it. */
const MAX_LAG_MS = 1_000;
/** A person's position is remembered until every serving replica must have reached it. */
const POSITION_TTL_MS = 3 * MAX_LAG_MS;
/** Pause before a replica that lags is asked again. */
const RECHECK_MS = 5;
/** How long a replica that cannot serve is not used. */
const PAUSE_MS = 2_000;

export interface ReplicaOptions {
  primaryUrl: string;
  url: string;
  log: Logger;
}

/** A connection leads to another server than the one whose position is known. */
export class ServerMismatch extends Error {}

/** The position that a person's reads need. */
interface RequiredPosition {
  position: Promise<Position>;
  until: number;
}

/**
 * Decides per request where a person's reads go: to the replica if it has replayed the caller's position, the changes known
 * here to affect the person, and the primary's position of a second ago. Otherwise, or in doubt, to the primary.
 */
export class Replica {
  readonly url: string;
  readonly #log: Logger;
  readonly #primary: PositionReader;
  readonly #replica: PositionReader;
  readonly #required = new Map<string, RequiredPosition>();
  /** A lower bound of the primary's position, with the time it was read. */
  #primaryPosition: { position: Position; at: number } = { position: UNREACHABLE, at: -Infinity };
  /** A lower bound of the replica's position, and its server; undefined while the replica is not used. */
  #replayed: { position: Position; server: string | undefined } | undefined;
  #checkedAt = -Infinity;
  #pausedUntil = -Infinity;
  #isOutageLogged = false;
  #isOtherServerLogged = false;
  #cut: () => void = () => undefined;

  constructor({ primaryUrl, url, log }: ReplicaOptions) {
    this.url = url;
    this.#log = log;
    this.#primary = new PositionReader(primaryUrl, PRIMARY_POSITION);
    this.#replica = new PositionReader(url, REPLAYED_POSITION);
  }

  /** Throws unless reads come from the server whose position is known. It may have changed since the last check. */
  async requireServer(server: string): Promise<void> {
    if (server !== this.#server) await this.#check();
    if (server === this.#server) return;
    const reason = 'READ_DATABASE_URL leads to several servers';
    if (!this.#isOtherServerLogged)
      this.#log.warn({ reason }, 'some reads go to the primary that the read replica could serve');
    this.#isOtherServerLogged = true;
    throw new ServerMismatch(reason);
  }

  /** Registers what ends the running statements when the replica fails or its address leads to another server. */
  onCut(cut: () => void): void {
    this.#cut = cut;
  }

  /**
   * Whether the replica answers this reader's request. The first statement decides for all; if the replica fails in between,
   * the rest goes to the primary, which is never behind.
   */
  async serves(reader: Reader): Promise<boolean> {
    reader.fromReplica ??= this.#decide(reader);
    const needed = await reader.fromReplica;
    if (needed !== undefined && this.#has(needed)) return true;
    this.usePrimary(reader);
    return false;
  }

  /** Sends the rest of this reader's request to the primary. */
  usePrimary(reader: Reader): void {
    reader.fromReplica = Promise.resolve(undefined);
  }

  /** Checks the replica after a failure or a slow statement. */
  checkSoon(): void {
    void this.#check();
  }

  /** Stops new reads for a while; running ones can finish. */
  pause(reason: string): void {
    if (!this.#isOutageLogged)
      this.#log.warn({ reason }, 'the read replica does not serve: all reads go to the primary');
    this.#isOutageLogged = true;
    this.#replayed = undefined;
    this.#pausedUntil = performance.now() + PAUSE_MS;
  }

  /**
   * Returns a position that covers the current request's reads and writes. Undefined if it is unknown; the caller's
   * next read then uses the primary.
   */
  async afterRequest(): Promise<Position | undefined> {
    const reader = requestScope.getStore()?.reader;
    if (!reader) return undefined;
    if ((await reader.fromReplica) !== undefined) return this.#check();
    return reader.onlyReads ? this.#readPrimary() : this.positionFor(reader.personId);
  }

  /** Returns a position for an event sent to a person. */
  positionFor(personId: string): Promise<Position | undefined> {
    const position = this.#readPrimary();
    this.#remember(personId, position);
    return position;
  }

  /** Makes these people's next reads include a change that is committed by now, here or by another process. */
  recordChangeFor(people: readonly string[]): void {
    if (people.length === 0) return;
    const position = this.#readPrimary();
    for (const id of people) this.#remember(id, position);
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.close(), this.#replica.close()]);
  }

  /** Returns the position that the replica must have replayed; undefined if the primary answers. */
  async #decide({ personId, callerPosition, onlyReads }: Reader): Promise<Position | undefined> {
    if (!onlyReads || callerPosition === undefined) return undefined;
    if (this.#replayed === undefined) {
      // the request does not wait for a replica that was down
      if (performance.now() > this.#pausedUntil) this.checkSoon();
      return undefined;
    }
    const { position: required = '' } = this.#required.get(personId) ?? {};
    const needed = laterPosition(laterPosition(callerPosition, await required), await this.#recent());
    if (!this.#has(needed) && performance.now() - this.#checkedAt > RECHECK_MS) await this.#check();
    return this.#has(needed) ? needed : undefined;
  }

  #has(position: Position): boolean {
    const { position: replayed = '', server } = this.#replayed ?? {};
    return this.#replayed !== undefined && server === this.#server && replayed >= position;
  }

  /** Returns the primary's position of at most a second ago. */
  async #recent(): Promise<Position> {
    const age = performance.now() - this.#primaryPosition.at;
    if (age > MAX_LAG_MS) return (await this.#readPrimary()) ?? UNREACHABLE;
    if (age > MAX_LAG_MS / 2) void this.#readPrimary();
    return this.#primaryPosition.position;
  }

  get #server(): string | undefined {
    return this.#replica.from?.server;
  }

  async #readPrimary(): Promise<Position | undefined> {
    const at = performance.now();
    const position = await this.#primary.read();
    if (position !== undefined) this.#primaryPosition = { position, at };
    return position;
  }

  /** Reads the replica's position and decides whether it serves. */
  async #check(): Promise<Position | undefined> {
    this.#checkedAt = performance.now();
    if (this.#primary.from === undefined) await this.#readPrimary();
    const before = this.#server;
    const position = await this.#replica.read();
    if (position === undefined) return this.#stop(this.#replica.failure);
    if (this.#replica.from?.database !== this.#primary.from?.database) {
      return this.#stop('READ_DATABASE_URL leads to another database');
    }
    if (before !== undefined && this.#server !== before) this.#cut();
    if (performance.now() < this.#pausedUntil) return position;
    if (this.#replayed === undefined) this.#log.info('the read replica serves');
    this.#replayed = { position, server: this.#server };
    this.#isOutageLogged = false;
    return position;
  }

  #stop(reason: string): undefined {
    this.pause(reason);
    this.#cut();
  }

  #remember(personId: string, position: Promise<Position | undefined>): void {
    const now = performance.now();
    // the map is in insertion order, so the oldest come first
    for (const [id, { until }] of this.#required) {
      if (until > now) break;
      this.#required.delete(id);
    }
    this.#required.delete(personId);
    // a later position covers an earlier one
    const required = position.then((known) => known ?? UNREACHABLE);
    this.#required.set(personId, { position: required, until: now + POSITION_TTL_MS });
  }
}
