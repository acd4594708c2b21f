import type { Logger } from './logger.js';
import { later, NOWHERE, type Position } from './position.js';
import { PositionAsker, PRESENT, REPLAYED } from './positionAsker.js';
import { type Reader, requestScope } from './requestScope.js';

/**
 * A replica answers as long as it has all that the primary had so long ago: what nobody has told this process of, as that
 * somebody was removed from a project, is true for all readers after it.
 */
const BEHIND_MS = 1_000;
/** What concerns a person is remembered until every replica that answers has it anyway. */
const REMEMBERED_MS = 3 * BEHIND_MS;
/** A replica that has not come far enough is not asked again for so long. */
const ASK_AGAIN_MS = 5;
/** One that cannot serve is left alone for so long. */
const REST_MS = 2_000;

export interface ReplicaOptions {
  primaryUrl: string;
  url: string;
  log: Logger;
}

/** A connection leads to another server than the positions are asked of. */
export class OtherServer extends Error {}

/** What concerns a person: the position that their reads need. */
interface Concern {
  position: Promise<Position>;
  until: number;
}

/**
 * Decides where a person's reads go, once a request: to the replica if it has replayed what the caller holds, what is known
 * here to concern them, and what the primary had a second ago; else, and whenever in doubt, to the primary.
 */
export class Replica {
  readonly url: string;
  readonly #log: Logger;
  readonly #primary: PositionAsker;
  readonly #replica: PositionAsker;
  readonly #people = new Map<string, Concern>();
  /** Where the primary was, at least, at a moment. */
  #present: { position: Position; at: number } = { position: NOWHERE, at: -Infinity };
  /** How far the replica has come, at least, and which server that is; undefined while it is set aside. */
  #replayed: { position: Position; server: string | undefined } | undefined;
  #lookedAt = -Infinity;
  #restsUntil = -Infinity;
  #isSaid = false;
  #isStrangeSaid = false;
  #cut: () => void = () => undefined;

  constructor({ primaryUrl, url, log }: ReplicaOptions) {
    this.url = url;
    this.#log = log;
    this.#primary = new PositionAsker(primaryUrl, PRESENT);
    this.#replica = new PositionAsker(url, REPLAYED);
  }

  /** Reads must come from the server that the positions are asked of. It may be another one since it was asked last. */
  async requireServer(server: string): Promise<void> {
    if (server !== this.#server) await this.#look();
    if (server === this.#server) return;
    const reason = 'READ_DATABASE_URL leads to several servers';
    if (!this.#isStrangeSaid)
      this.#log.warn({ reason }, 'some reads go to the primary that the read replica could serve');
    this.#isStrangeSaid = true;
    throw new OtherServer(reason);
  }

  /** Calls this when the replica is set aside, or another server stands at its address: what it is asked has to end. */
  onCut(cut: () => void): void {
    this.#cut = cut;
  }

  /**
   * Is this reader's request answered by the replica? Its first statement decides for all of them; where the replica is lost
   * on the way, the rest goes to the primary, which is never behind it, and stays there.
   */
  async serves(reader: Reader): Promise<boolean> {
    reader.fromReplica ??= this.#decide(reader);
    const needed = await reader.fromReplica;
    if (needed !== undefined && this.#has(needed)) return true;
    this.leave(reader);
    return false;
  }

  /** What this reader's request still reads comes from the primary. */
  leave(reader: Reader): void {
    reader.fromReplica = Promise.resolve(undefined);
  }

  /** Something has failed there, or takes long: looks whether it lives. */
  suspect(): void {
    void this.#look();
  }

  /** New reads leave it alone for a while; what it is asked already may end. */
  rest(reason: string): void {
    if (!this.#isSaid) this.#log.warn({ reason }, 'the read replica does not serve: all reads go to the primary');
    this.#isSaid = true;
    this.#replayed = undefined;
    this.#restsUntil = performance.now() + REST_MS;
  }

  /**
   * The position that covers all that the request being served has written or read, once it is done with both. Undefined
   * where that cannot be told: its caller then holds none, and is answered by the primary.
   */
  async afterRequest(): Promise<Position | undefined> {
    const reader = requestScope.getStore()?.reader;
    if (!reader) return undefined;
    if ((await reader.fromReplica) !== undefined) return this.#look();
    return reader.onlyReads ? this.#ask() : this.told(reader.personId);
  }

  /** The same for what a person is told otherwise, by an event. */
  told(personId: string): Promise<Position | undefined> {
    const asked = this.#ask();
    this.#remember(personId, asked);
    return asked;
  }

  /** Something concerns these people that was committed by now, here or by another process. */
  concern(people: readonly string[]): void {
    if (people.length === 0) return;
    const asked = this.#ask();
    for (const id of people) this.#remember(id, asked);
  }

  async close(): Promise<void> {
    await Promise.all([this.#primary.close(), this.#replica.close()]);
  }

  /** What the replica must have replayed to answer; undefined: the primary answers. */
  async #decide({ personId, held, onlyReads }: Reader): Promise<Position | undefined> {
    if (!onlyReads || held === undefined) return undefined;
    if (this.#replayed === undefined) {
      // nobody waits for one that was away
      if (performance.now() > this.#restsUntil) this.suspect();
      return undefined;
    }
    const { position: concern = '' } = this.#people.get(personId) ?? {};
    const needed = later(later(held, await concern), await this.#recent());
    if (!this.#has(needed) && performance.now() - this.#lookedAt > ASK_AGAIN_MS) await this.#look();
    return this.#has(needed) ? needed : undefined;
  }

  #has(position: Position): boolean {
    const { position: replayed = '', server } = this.#replayed ?? {};
    return this.#replayed !== undefined && server === this.#server && replayed >= position;
  }

  /** Where the primary was less than a second ago. */
  async #recent(): Promise<Position> {
    const age = performance.now() - this.#present.at;
    if (age > BEHIND_MS) return (await this.#ask()) ?? NOWHERE;
    if (age > BEHIND_MS / 2) void this.#ask();
    return this.#present.position;
  }

  get #server(): string | undefined {
    return this.#replica.from?.server;
  }

  async #ask(): Promise<Position | undefined> {
    const at = performance.now();
    const position = await this.#primary.ask();
    if (position !== undefined) this.#present = { position, at };
    return position;
  }

  /** Asks the replica how far it has come, and sets it aside or takes it back by what it says. */
  async #look(): Promise<Position | undefined> {
    this.#lookedAt = performance.now();
    if (this.#primary.from === undefined) await this.#ask();
    const before = this.#server;
    const position = await this.#replica.ask();
    if (position === undefined) return this.#setAside(this.#replica.failure);
    if (this.#replica.from?.database !== this.#primary.from?.database) {
      return this.#setAside('READ_DATABASE_URL leads to another database');
    }
    if (before !== undefined && this.#server !== before) this.#cut();
    if (performance.now() < this.#restsUntil) return position;
    if (this.#replayed === undefined) this.#log.info('the read replica serves');
    this.#replayed = { position, server: this.#server };
    this.#isSaid = false;
    return position;
  }

  #setAside(reason: string): undefined {
    this.rest(reason);
    this.#cut();
  }

  #remember(personId: string, asked: Promise<Position | undefined>): void {
    const now = performance.now();
    // in the order of time
    for (const [id, { until }] of this.#people) {
      if (until > now) break;
      this.#people.delete(id);
    }
    this.#people.delete(personId);
    // what was asked later covers what was asked before
    const position = asked.then((known) => known ?? NOWHERE);
    this.#people.set(personId, { position, until: now + REMEMBERED_MS });
  }
}
