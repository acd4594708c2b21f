import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { LIMITS } from '../../contract/limits.js';
import { readEpoch, renewEpoch } from '../kernel/epoch.js';
import type { Metrics } from '../kernel/eyes/metrics.js';
import type { Logger } from '../kernel/logger.js';
import type { Reach } from '../kernel/program.js';
import { readProjectFacts } from '../projects/project.reads.js';
import {
  type Position,
  readChangeSets,
  readMemberships,
  readProjectStates,
  readRevisions,
  type ReadStretches,
  type Stretch,
} from './changeSets.js';
import { EventQueue } from './eventQueue.js';
import { type FeedScope, type ProjectEvent, newScope, plainEvent } from './projectEvent.js';
import { type Cursor, ProjectFeed, type Subscriber } from './projectFeed.js';

/** What one subscriber is to be told of one project before it hears what is new. */
interface CatchUp {
  cursor: Cursor;
  /** Where the client stands; undefined: it lacks the project. */
  after: number | undefined;
  upTo: number;
}

/** Where a client stands, and in which life of the database. */
export interface HeldPositions {
  cursors: readonly Position[];
  epoch?: string | null | undefined;
}

/** Sets of a replay that are read and queued at once; one project's stretch is never cut. */
const PORTION = 500;

/**
 * The one reader of the log in this process. It follows the projects of whoever is connected, keeps their members by
 * reading membership changes in order, and hands each set to the sockets of those who are members at that very revision:
 * exact access for every event, and no SQL for a socket.
 */
export class ProjectHub {
  readonly #feeds = new Map<string, ProjectFeed>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #people = new Map<string, Set<Subscriber>>();
  /** Stretches of the log that are being read, by what they are. */
  readonly #reading = new Map<string, Promise<ReadStretches>>();
  /** The life of the database that all that is known here belongs to. */
  #epoch = '';

  readonly #onJoin = (userIds: readonly string[]): void => {
    this.#refreshMembers(userIds).catch((error: unknown) =>
      this.log.warn({ err: error }, 'the feed could not be read'),
    );
  };

  /** `onNewEpoch` is called when the database turns out to have been replaced. */
  constructor(
    private readonly orm: MikroORM,
    private readonly log: Logger,
    private readonly onNewEpoch: () => void,
    private readonly metrics?: Metrics,
  ) {}

  /** How many projects somebody here follows. */
  get followed(): number {
    return this.#feeds.size;
  }

  /** Since when something is known of and not read; undefined: all is. */
  get behindSince(): number | undefined {
    let since: number | undefined;
    for (const { behindSince } of this.#feeds.values()) {
      if (behindSince !== undefined && (since === undefined || behindSince < since)) since = behindSince;
    }
    return since;
  }

  /** Follows all projects of the viewer: first what was missed since the positions held, then what comes. */
  async subscribe(viewer: Reach, held: HeldPositions, onOverflow: () => void): Promise<EventQueue<ProjectEvent>> {
    const { userId, program } = viewer;
    await this.#checkEpoch();
    const queue = new EventQueue<ProjectEvent>(
      () => this.#forget(subscriber),
      onOverflow,
      ({ bytes }) => bytes,
    );
    const known = new Map(held.cursors.map(({ projectId, revision }) => [projectId, revision]));
    const isStale = held.epoch != null && held.epoch !== this.#epoch;
    const only = program?.projectIds ? new Set(program.projectIds) : null;
    const subscriber: Subscriber = { userId, only, queue, known, isStale, cursors: new Map() };
    const people = this.#people.get(userId) ?? new Set();
    this.#people.set(userId, people.add(subscriber));
    try {
      const scope = this.#scope();
      const memberships = await readMemberships(scope.em, [userId]);
      const mine = new Set(memberships.map(({ projectId }) => projectId).filter((id) => only?.has(id) ?? true));
      for (const [projectId, revision] of known) {
        if (mine.has(projectId)) continue;
        known.delete(projectId);
        queue.push(plainEvent('PROJECT_LEFT', projectId, revision, scope));
      }
      await this.#attach(subscriber, [...mine]);
      return queue;
    } catch (error) {
      queue.end();
      throw error;
    }
  }

  /** A project has moved on. Only projects that somebody here follows are read. */
  async wakeProject(projectId: string, revision: number): Promise<void> {
    await this.#loading.get(projectId);
    await this.#feeds.get(projectId)?.readOn(revision);
  }

  /** The memberships of a person may have changed; joins in projects nobody here follows are found this way. */
  async wakeMember(userId: string): Promise<void> {
    await this.#refreshMembers([userId]);
  }

  /** Looks for what no wake-up told of, and forgets projects that nobody here follows any more. */
  async poll(): Promise<void> {
    await this.#checkEpoch();
    for (const [projectId, { subscribers, pins }] of this.#feeds) {
      if (subscribers.size === 0 && pins === 0) this.#feeds.delete(projectId);
    }
    await this.#readOn();
    await this.#refreshMembers([...this.#people.keys()]);
  }

  /** Ends every subscription. */
  close(): void {
    for (const people of this.#people.values()) for (const { queue } of people) queue.end();
  }

  #scope(): FeedScope {
    return { ...newScope(this.orm), epoch: this.#epoch };
  }

  /**
   * When the database was replaced under this process, nothing that is known of it holds: everybody is sent away, and comes
   * back with positions that are told to be of another epoch.
   */
  async #checkEpoch(): Promise<void> {
    const epoch = await readEpoch(this.orm.em.fork());
    const before = this.#epoch;
    this.#epoch = epoch;
    if (before === epoch || before === '') return;
    this.#feeds.clear();
    for (const people of this.#people.values()) for (const { queue } of people) queue.overflow();
    this.onNewEpoch();
  }

  /**
   * Reads what no wake-up told of. A project that stands before what was read of it means that the database has lost writes,
   * as when a standby that lagged behind took the primary's place: it gets a new epoch, as after a restore, so that nobody
   * takes what comes for what they know.
   */
  async #readOn(): Promise<void> {
    const read = new Map([...this.#feeds].map(([projectId, { revision }]) => [projectId, revision]));
    const revisions = await readRevisions(this.orm.em.fork(), [...read.keys()]);
    const lost = revisions.find(({ projectId, revision }) => revision < (read.get(projectId) ?? 0));
    if (lost) {
      this.log.error({ ...lost, told: read.get(lost.projectId) }, 'the database has lost writes that were told of');
      await renewEpoch(this.orm.em.fork(), this.#epoch);
      return this.#checkEpoch();
    }
    await Promise.all(revisions.map(({ projectId, revision }) => this.wakeProject(projectId, revision)));
  }

  #forget(subscriber: Subscriber): void {
    const people = this.#people.get(subscriber.userId);
    people?.delete(subscriber);
    if (people?.size === 0) this.#people.delete(subscriber.userId);
    for (const { feed } of subscriber.cursors.values()) feed.unfollow(subscriber);
  }

  async #readToPresent(projectIds: readonly string[]): Promise<void> {
    const revisions = await readRevisions(this.orm.em.fork(), projectIds);
    await Promise.all(revisions.map(({ projectId, revision }) => this.wakeProject(projectId, revision)));
  }

  /** Follows these projects, pinned; reads the state of all new ones with one statement. */
  async #pin(projectIds: readonly string[]): Promise<ProjectFeed[]> {
    const missing = projectIds.filter((id) => !this.#feeds.has(id) && !this.#loading.has(id));
    if (missing.length > 0) {
      const loading = this.#load(missing).finally(() => {
        for (const id of missing) this.#loading.delete(id);
      });
      for (const id of missing) this.#loading.set(id, loading);
    }
    const pinned = new Map<string, ProjectFeed>();
    const pin = (): void => {
      for (const id of projectIds) {
        const feed = this.#feeds.get(id);
        if (!feed || pinned.has(id)) continue;
        feed.pins += 1;
        pinned.set(id, feed);
      }
    };
    pin();
    try {
      // each as soon as it is there, before anybody can find it unused
      await Promise.all(projectIds.map(async (id) => this.#loading.get(id)?.then(pin)));
    } catch (error) {
      for (const feed of pinned.values()) feed.pins -= 1;
      throw error;
    }
    return [...pinned.values()];
  }

  async #load(projectIds: readonly string[]): Promise<void> {
    const epoch = this.#epoch;
    const states = await readProjectStates(this.orm.em.fork(), projectIds);
    if (epoch !== this.#epoch) return;
    for (const state of states) {
      this.#feeds.set(state.projectId, new ProjectFeed(this.orm, epoch, state, this.#onJoin, this.metrics));
    }
  }

  /** Adds a subscriber to projects they belong to, from where the client stands; else it lacks the project. */
  async #attach(subscriber: Subscriber, projectIds: readonly string[]): Promise<void> {
    const { cursors, only } = subscriber;
    const wanted = projectIds.filter((id) => !cursors.has(id) && (only?.has(id) ?? true));
    if (wanted.length === 0) return;
    const feeds = await this.#pin(wanted);
    try {
      // a client may be ahead of us: its own write was answered before it was announced here
      const ahead = feeds.filter(({ projectId, revision }) => (subscriber.known.get(projectId) ?? 0) > revision);
      await this.#readToPresent(ahead.map(({ projectId }) => projectId));
      const work: CatchUp[] = [];
      for (const feed of feeds) {
        const todo = this.#follow(subscriber, feed);
        if (todo) work.push(todo);
      }
      this.#catchUp(subscriber, work).catch((error: unknown) => {
        this.log.warn({ err: error }, 'a subscriber could not catch up');
        subscriber.queue.overflow();
      });
    } finally {
      for (const feed of feeds) feed.pins -= 1;
    }
  }

  /** In one synchronous step, so that nothing falls between the past and what is new. */
  #follow(subscriber: Subscriber, feed: ProjectFeed): CatchUp | null {
    const { projectId, revision } = feed;
    const { queue, cursors, known, userId } = subscriber;
    if (queue.ended || cursors.has(projectId)) return null;
    const after = known.get(projectId);
    known.delete(projectId);
    if (!feed.isMember(userId)) {
      // gone since we looked; who has just joined is found again when the log was read that far
      if (after !== undefined) queue.push(plainEvent('PROJECT_LEFT', projectId, revision, this.#scope()));
      return null;
    }
    // a position of another database, as also one from the future is: begin anew
    if (after !== undefined && (subscriber.isStale || after > revision)) {
      feed.follow(subscriber, null);
      queue.push(plainEvent('RESYNC', projectId, revision, this.#scope()));
      return null;
    }
    if (after === revision) {
      feed.follow(subscriber, null);
      return null;
    }
    return { cursor: feed.follow(subscriber, []), after, upTo: revision };
  }

  /** Replays portion by portion, each when the one before has been read, so that a long past never fills the queue. */
  async #catchUp(subscriber: Subscriber, work: readonly CatchUp[]): Promise<void> {
    let portion: CatchUp[] = [];
    let size = 0;
    for (const [index, todo] of work.entries()) {
      portion.push(todo);
      size += todo.after === undefined ? 1 : Math.min(todo.upTo - todo.after, LIMITS.replaySets);
      if (size < PORTION && index < work.length - 1) continue;
      await subscriber.queue.room();
      if (subscriber.queue.ended) return;
      await this.#replay(subscriber, portion);
      portion = [];
      size = 0;
    }
  }

  /** Reads stretches of the log, once for all sockets that ask for the same ones meanwhile: after a cut they all come at once. */
  #read(em: EntityManager, stretches: readonly Stretch[]): Promise<ReadStretches> {
    const key = JSON.stringify(stretches);
    let reading = this.#reading.get(key);
    if (!reading) {
      reading = readChangeSets(em, stretches).finally(() => this.#reading.delete(key));
      this.#reading.set(key, reading);
    }
    return reading;
  }

  /** Tells of projects the client lacks, replays the others from where it stands, then lets go what was held back. */
  async #replay(subscriber: Subscriber, portion: readonly CatchUp[]): Promise<void> {
    const { queue, cursors, userId } = subscriber;
    const scope = this.#scope();
    const byProject = new Map(portion.map((todo) => [todo.cursor.feed.projectId, todo]));
    const facts = await readProjectFacts(scope.em, [...byProject.keys()]);
    const stretches = [...byProject].flatMap(([projectId, { after, upTo }]) =>
      after === undefined ? [] : [{ projectId, after, upTo }],
    );
    const { sets, beyond } = await this.#read(scope.em, stretches);
    // what was read may be newer than what is known of who may see it
    await Promise.all([...facts].map(async ([id, { revision }]) => byProject.get(id)?.cursor.feed.readOn(revision)));
    const current = ({ cursor }: CatchUp): boolean => cursors.get(cursor.feed.projectId) === cursor;
    for (const [projectId, todo] of byProject) {
      if (!current(todo)) continue;
      if (beyond.has(projectId)) queue.push(plainEvent('RESYNC', projectId, todo.upTo, scope));
      if (todo.after !== undefined) continue;
      const project = todo.cursor.feed.projectFor(userId, facts.get(projectId));
      queue.push({ ...plainEvent('PROJECT_JOINED', projectId, todo.upTo, scope), project });
    }
    for (const set of sets) {
      const todo = byProject.get(set.projectId);
      if (todo && current(todo)) {
        todo.cursor.feed.send(subscriber, {
          set,
          facts: facts.get(set.projectId) ?? null,
          scope,
          results: new Map(),
        });
      }
    }
    for (const { cursor } of portion) {
      while (cursor.held && cursor.held.length > 0) {
        await queue.room();
        for (const loaded of cursor.held.splice(0, PORTION)) {
          if (cursors.get(cursor.feed.projectId) === cursor) cursor.feed.send(subscriber, loaded);
        }
      }
      cursor.held = null;
    }
  }

  /** Attaches connected people to projects they belong to and are not following yet; leaves come through the log. */
  async #refreshMembers(userIds: readonly string[]): Promise<void> {
    const here = userIds.filter((id) => this.#people.has(id));
    if (here.length === 0) return;
    const byUser = new Map<string, string[]>();
    for (const { userId, projectId } of await readMemberships(this.orm.em.fork(), here)) {
      byUser.set(userId, [...(byUser.get(userId) ?? []), projectId]);
    }
    for (const [userId, projectIds] of byUser) {
      for (const subscriber of this.#people.get(userId) ?? []) {
        await this.#attach(subscriber, projectIds);
      }
    }
  }
}
