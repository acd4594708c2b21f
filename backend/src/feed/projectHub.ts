import type { MikroORM } from '@mikro-orm/postgresql';
import { LIMITS } from '../../contract/limits.js';
import { readEpoch, renewEpoch } from '../platform/database/epoch.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import type { Logger } from '../platform/telemetry/logger.js';
import type { AccessScope } from '../request/program.js';
import { type ProjectPosition, readMemberships, readProjectStates, readRevisions } from './changeSets.js';
import { EventQueue } from './eventQueue.js';
import { type FeedScope, type ProjectEvent, createScope, eventWithoutChanges } from './projectEvent.js';
import { type Cursor, ProjectFeed, type Subscriber } from './projectFeed.js';
import { type PastEvents, Replays } from './replays.js';

/** One project's replay for one subscriber. */
interface CatchUp {
  cursor: Cursor;
  /** The client's position; undefined if it does not have the project. */
  after: number | undefined;
  upTo: number;
}

/** A client's positions and their epoch. */
export interface KnownPositions {
  cursors: readonly ProjectPosition[];
  epoch?: string | null | undefined;
}

/** Sets of a replay that are read and queued at once; the sets of one project are never split. */
const BATCH_SIZE = 500;

/**
 * Reads the log for all subscriptions of this process. It follows the projects of connected people and applies membership
 * changes in order, so that each set goes to the members at exactly that revision, without SQL per socket.
 */
export class ProjectHub {
  readonly #feeds = new Map<string, ProjectFeed>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #people = new Map<string, Set<Subscriber>>();
  readonly #replays: Replays;
  #epoch = '';

  readonly #onJoin = (userIds: readonly string[]): void => {
    this.#refreshMembers(userIds).catch((error: unknown) =>
      this.log.warn({ err: error }, 'the feed could not be read'),
    );
  };

  /** `onNewEpoch` is called when the database was replaced. */
  constructor(
    private readonly orm: MikroORM,
    private readonly log: Logger,
    private readonly onNewEpoch: () => void,
    private readonly metrics?: Metrics,
  ) {
    this.#replays = new Replays(metrics);
  }

  /** Number of projects with a feed. */
  get followed(): number {
    return this.#feeds.size;
  }

  /** Time at which the oldest unread revision was announced; undefined if all are read. */
  get behindSince(): number | undefined {
    let since: number | undefined;
    for (const { behindSince } of this.#feeds.values()) {
      if (behindSince !== undefined && (since === undefined || behindSince < since)) since = behindSince;
    }
    return since;
  }

  /** Follows all projects of the viewer: first replays the changes since the given positions, then sends new ones. */
  async subscribe(
    viewer: AccessScope,
    positions: KnownPositions,
    onOverflow: () => void,
  ): Promise<EventQueue<ProjectEvent>> {
    const { userId, program } = viewer;
    await this.#checkEpoch();
    const queue = new EventQueue<ProjectEvent>(
      () => this.#unsubscribe(subscriber),
      onOverflow,
      ({ bytes }) => bytes,
    );
    const known = new Map(positions.cursors.map(({ projectId, revision }) => [projectId, revision]));
    const isStale = positions.epoch != null && positions.epoch !== this.#epoch;
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
        queue.push(eventWithoutChanges('PROJECT_LEFT', projectId, revision, scope));
      }
      await this.#attach(subscriber, [...mine]);
      return queue;
    } catch (error) {
      queue.end();
      throw error;
    }
  }

  /** Reads a project's new revisions, if it has subscribers in this process. */
  async wakeProject(projectId: string, revision: number): Promise<void> {
    await this.#loading.get(projectId);
    await this.#feeds.get(projectId)?.readUpTo(revision);
  }

  /** Refreshes a person's memberships: joins in projects without a feed are not found through the log. */
  async wakeMember(userId: string): Promise<void> {
    await this.#refreshMembers([userId]);
  }

  /** Reads changes whose wake-up was lost, and drops feeds without subscribers. */
  async poll(): Promise<void> {
    await this.#checkEpoch();
    for (const [projectId, { subscribers, pins }] of this.#feeds) {
      if (subscribers.size === 0 && pins === 0) this.#feeds.delete(projectId);
    }
    await this.#readMissed();
    await this.#refreshMembers([...this.#people.keys()]);
  }

  close(): void {
    this.#replays.close();
    for (const people of this.#people.values()) for (const { queue } of people) queue.end();
  }

  #scope(): FeedScope {
    return { ...createScope(this.orm), epoch: this.#epoch };
  }

  /** If the database was replaced, drops all state and makes all clients reconnect; their positions are then stale. */
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
   * Reads changes whose wake-up was lost. If a project's revision is lower than the one already read, the database has lost
   * writes, for example because a standby that lagged behind was promoted. It then gets a new epoch, as after a restore.
   */
  async #readMissed(): Promise<void> {
    const read = new Map([...this.#feeds].map(([projectId, { revision }]) => [projectId, revision]));
    const revisions = await readRevisions(this.orm.em.fork(), [...read.keys()]);
    const lost = revisions.find(({ projectId, revision }) => revision < (read.get(projectId) ?? 0));
    if (lost) {
      this.log.error(
        { ...lost, told: read.get(lost.projectId) },
        'the database has lost writes that clients have seen',
      );
      await renewEpoch(this.orm.em.fork(), this.#epoch);
      return this.#checkEpoch();
    }
    await Promise.all(revisions.map(({ projectId, revision }) => this.wakeProject(projectId, revision)));
  }

  #unsubscribe(subscriber: Subscriber): void {
    const people = this.#people.get(subscriber.userId);
    people?.delete(subscriber);
    if (people?.size === 0) this.#people.delete(subscriber.userId);
    for (const { feed } of subscriber.cursors.values()) feed.unfollow(subscriber);
  }

  async #readToPresent(projectIds: readonly string[]): Promise<void> {
    const revisions = await readRevisions(this.orm.em.fork(), projectIds);
    await Promise.all(revisions.map(({ projectId, revision }) => this.wakeProject(projectId, revision)));
  }

  /** Returns the projects' feeds, pinned. Reads the state of all new ones with one statement. */
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
      // Pinned as soon as loaded, before a poll can drop an unused feed.
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

  /** Adds a subscriber to their projects, from the client's position if it has one. */
  async #attach(subscriber: Subscriber, projectIds: readonly string[]): Promise<void> {
    const { cursors, only } = subscriber;
    const wanted = projectIds.filter((id) => !cursors.has(id) && (only?.has(id) ?? true));
    if (wanted.length === 0) return;
    const feeds = await this.#pin(wanted);
    try {
      // A client can be ahead of this process: its own write was answered before it was announced here.
      const ahead = feeds.filter(({ projectId, revision }) => (subscriber.known.get(projectId) ?? 0) > revision);
      await this.#readToPresent(ahead.map(({ projectId }) => projectId));
      const work: CatchUp[] = [];
      for (const feed of feeds) {
        const todo = this.#follow(subscriber, feed);
        if (todo) work.push(todo);
      }
      this.#catchUp(subscriber, work).catch((error: unknown) => {
        if (subscriber.queue.ended) return;
        this.log.warn({ err: error }, 'a subscriber could not catch up');
        subscriber.queue.overflow();
      });
    } finally {
      for (const feed of feeds) feed.pins -= 1;
    }
  }

  /** Synchronous, so that no change is lost between the replay and the new changes. */
  #follow(subscriber: Subscriber, feed: ProjectFeed): CatchUp | null {
    const { projectId, revision } = feed;
    const { queue, cursors, known, userId } = subscriber;
    if (queue.ended || cursors.has(projectId)) return null;
    const after = known.get(projectId);
    known.delete(projectId);
    if (!feed.isMember(userId)) {
      // The subscriber has left meanwhile. If they just joined, `onJoin` attaches them when the log is read that far.
      if (after !== undefined) queue.push(eventWithoutChanges('PROJECT_LEFT', projectId, revision, this.#scope()));
      return null;
    }
    // The position is of another epoch, or later than the newest revision.
    if (after !== undefined && (subscriber.isStale || after > revision)) {
      feed.follow(subscriber, null);
      queue.push(eventWithoutChanges('RESYNC', projectId, revision, this.#scope()));
      return null;
    }
    if (after === revision) {
      feed.follow(subscriber, null);
      return null;
    }
    return { cursor: feed.follow(subscriber, []), after, upTo: revision };
  }

  /** Replays in portions, each after the one before was consumed, so that a long replay cannot fill the queue. */
  async #catchUp(subscriber: Subscriber, work: readonly CatchUp[]): Promise<void> {
    let portion: CatchUp[] = [];
    let size = 0;
    for (const [index, todo] of work.entries()) {
      portion.push(todo);
      size += todo.after === undefined ? 1 : Math.min(todo.upTo - todo.after, LIMITS.replaySets);
      if (size < BATCH_SIZE && index < work.length - 1) continue;
      await subscriber.queue.waitForCapacity();
      if (subscriber.queue.ended) return;
      await this.#replay(subscriber, portion);
      portion = [];
      size = 0;
    }
  }

  /** Announces projects new to the client, replays the others, then sends the deferred sets. */
  #replay(subscriber: Subscriber, portion: readonly CatchUp[]): Promise<void> {
    const { queue, cursors } = subscriber;
    const missed = portion.map(({ cursor: { feed }, after, upTo }) => ({ projectId: feed.projectId, after, upTo }));
    return this.#replays.use(subscriber, this.#scope(), missed, async (past) => {
      await this.#sendPast(subscriber, portion, past);
      for (const { cursor } of portion) {
        while (cursor.deferred && cursor.deferred.length > 0) {
          await queue.waitForCapacity();
          for (const loaded of cursor.deferred.splice(0, BATCH_SIZE)) {
            if (cursors.get(cursor.feed.projectId) === cursor) cursor.feed.send(subscriber, loaded);
          }
        }
        cursor.deferred = null;
      }
      await queue.waitForCapacity();
    });
  }

  async #sendPast(subscriber: Subscriber, portion: readonly CatchUp[], past: PastEvents): Promise<void> {
    const { userId, queue, cursors } = subscriber;
    const { scope, facts, sets, tooLarge } = past;
    const byProject = new Map(portion.map((todo) => [todo.cursor.feed.projectId, todo]));
    // First reads the log up to the revision of the facts, because the members known here can be older.
    await Promise.all([...facts].map(async ([id, { revision }]) => byProject.get(id)?.cursor.feed.readUpTo(revision)));
    const current = ({ cursor }: CatchUp): boolean => cursors.get(cursor.feed.projectId) === cursor;
    for (const [projectId, todo] of byProject) {
      if (!current(todo)) continue;
      if (tooLarge.has(projectId)) queue.push(eventWithoutChanges('RESYNC', projectId, todo.upTo, scope));
      if (todo.after !== undefined) continue;
      const project = todo.cursor.feed.projectFor(userId, facts.get(projectId));
      queue.push({ ...eventWithoutChanges('PROJECT_JOINED', projectId, todo.upTo, scope), project });
    }
    for (const loaded of sets) {
      const todo = byProject.get(loaded.set.projectId);
      if (todo && current(todo)) todo.cursor.feed.send(subscriber, loaded);
    }
  }

  /** Attaches connected people to projects that they do not follow yet. Leaves come through the log. */
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
