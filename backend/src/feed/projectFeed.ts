import type { MikroORM } from '@mikro-orm/postgresql';
import type { ProjectRole } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import type { Metrics } from '../platform/telemetry/metrics.js';
import { bypassReadGate } from '../platform/database/requestScope.js';
import { type ProjectFacts, readProjectFacts } from '../projects/project.reads.js';
import { type ProjectState, readChangeSets, readProjectStates, type ChangeSet } from './changeSets.js';
import type { EventQueue } from './eventQueue.js';
import { type FeedScope, type ProjectEvent, createScope, eventWithoutChanges } from './projectEvent.js';

/** One subscription of `changes`, with its position in each project it follows. */
export interface Subscriber {
  userId: string;
  /** The projects that an API token is limited to; null for all of the person's. */
  only: ReadonlySet<string> | null;
  queue: EventQueue<ProjectEvent>;
  /** The client's positions in projects that it does not follow yet. */
  known: Map<string, number>;
  /** True if the client's positions are of another epoch. */
  isStale: boolean;
  cursors: Map<string, Cursor>;
}

/** A subscriber's position in one project. During a replay, new change sets wait in `deferred`. */
export interface Cursor {
  feed: ProjectFeed;
  revision: number;
  deferred: LoadedChangeSet[] | null;
}

/** A change set with everything needed to send it. */
export interface LoadedChangeSet {
  set: ChangeSet;
  facts: ProjectFacts | null;
  scope: FeedScope;
  /** Shared results by role (`ProjectEvent.shared`). */
  results: Map<ProjectRole, NonNullable<ProjectEvent['shared']>>;
  isPast: boolean;
}

/** Whether another change set may wait until a replay is sent: as many as a replay has, and as many bytes. */
const hasRoom = (deferred: readonly LoadedChangeSet[]): boolean =>
  deferred.length < LIMITS.replaySets && deferred.reduce((sum, { set }) => sum + set.bytes, 0) < LIMITS.replayBytes;

const restoresProject = ({ changes }: ChangeSet): boolean =>
  changes.some(({ entity, action }) => entity === 'project' && action === 'restored');

/**
 * Reads the log of one project for all its subscribers in this process. Reads each change set once and sends it to the
 * subscribers who are members at exactly that revision.
 */
export class ProjectFeed {
  readonly projectId: string;
  readonly subscribers = new Set<Subscriber>();
  revision: number;
  /** Number of subscriptions being set up: the hub must not drop the feed meanwhile. */
  pins = 0;
  /** The members at `revision`. */
  #members: Map<string, ProjectRole>;
  /** The newest revision announced. */
  #wanted: number;
  #reading: Promise<void> | null = null;
  /** Time at which the oldest unread revision was announced. */
  behindSince: number | undefined;

  constructor(
    private readonly orm: MikroORM,
    private readonly epoch: string,
    { projectId, revision, members }: ProjectState,
    /** Called with new members, who may not follow the project yet. */
    private readonly onJoin: (userIds: readonly string[]) => void,
    private readonly metrics?: Metrics,
  ) {
    this.projectId = projectId;
    this.revision = revision;
    this.#wanted = revision;
    this.#members = members;
  }

  isMember(userId: string): boolean {
    return this.#members.has(userId);
  }

  /** Reads the log up to this revision. Concurrent calls share one reader, which also reads revisions announced meanwhile. */
  readUpTo(revision: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, revision);
    if (this.#wanted <= this.revision) return Promise.resolve();
    this.behindSince ??= performance.now();
    // The read serves all subscribers, so it does not count against the one that asked first.
    this.#reading ??= bypassReadGate(() => this.#readAll()).finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Adds a subscriber at the current revision. */
  follow(subscriber: Subscriber, deferred: LoadedChangeSet[] | null): Cursor {
    const cursor: Cursor = { feed: this, revision: this.revision, deferred };
    subscriber.cursors.set(this.projectId, cursor);
    this.subscribers.add(subscriber);
    return cursor;
  }

  unfollow(subscriber: Subscriber): void {
    subscriber.cursors.delete(this.projectId);
    this.subscribers.delete(subscriber);
  }

  /** Sends a change set to a subscriber who is a member. */
  send({ userId, queue }: Subscriber, { set, facts, scope, results, isPast }: LoadedChangeSet): void {
    const role = this.#members.get(userId);
    if (!role) return;
    const shared = results.get(role) ?? new Map();
    results.set(role, shared);
    const project = this.projectFor(userId, facts);
    const { readTo, mayShow } = this;
    queue.push({ kind: 'CHANGES', ...set, project, readTo, mayShow, shared, isPast, scope });
  }

  projectFor(userId: string, facts: ProjectFacts | null | undefined): ProjectEvent['project'] {
    const viewerRole = this.#members.get(userId);
    return facts && viewerRole ? { ...facts, viewerRole } : null;
  }

  readonly readTo: ProjectEvent['readTo'] = (revision) =>
    revision > this.revision ? this.readUpTo(revision) : undefined;
  readonly mayShow: ProjectEvent['mayShow'] = (userId) => this.isMember(userId);

  async #readAll(): Promise<void> {
    const { projectId } = this;
    while (this.#wanted > this.revision) {
      const scope = { ...createScope(this.orm), epoch: this.epoch };
      // The project is read first, so that the sets reach at least as far as what it shows, removals of members included.
      const facts = (await readProjectFacts(scope.em, [projectId])).get(projectId) ?? null;
      const upTo = Math.max(this.#wanted, facts?.revision ?? 0);
      const { sets, tooLarge } = await readChangeSets(scope.em, [{ projectId, after: this.revision, upTo }]);
      if (tooLarge.has(projectId) || sets.some(restoresProject)) {
        await this.#resync(scope);
        continue;
      }
      this.revision = upTo;
      this.#deliver(sets, facts, scope);
    }
    this.behindSince = undefined;
  }

  /** Sends sets that were read together. A member who left within them gets only PROJECT_LEFT, so that nothing leaks. */
  #deliver(sets: readonly ChangeSet[], facts: ProjectFacts | null, scope: FeedScope): void {
    const { left, joined } = this.#applyMemberships(sets);
    const loaded = sets.map((set): LoadedChangeSet => ({ set, facts, scope, results: new Map(), isPast: false }));
    if (this.metrics && this.subscribers.size > 0) {
      for (const { at } of sets) this.metrics.delivery.observe(Math.max(0, Date.now() - at.getTime()) / 1000);
    }
    for (const subscriber of this.subscribers) {
      const cursor = subscriber.cursors.get(this.projectId);
      if (cursor?.feed !== this) continue;
      const leftAt = left.get(subscriber.userId);
      if (leftAt !== undefined && leftAt > cursor.revision) this.#sendLeft(subscriber, leftAt, scope);
      else for (const one of loaded) this.#offer(subscriber, cursor, one);
    }
    if (joined.length > 0) this.onJoin(joined);
  }

  #offer(subscriber: Subscriber, cursor: Cursor, loaded: LoadedChangeSet): void {
    if (loaded.set.revision <= cursor.revision) return;
    cursor.revision = loaded.set.revision;
    if (cursor.deferred === null) this.send(subscriber, loaded);
    else if (hasRoom(cursor.deferred)) cursor.deferred.push(loaded);
    else subscriber.queue.overflow();
  }

  /** Applies joins and leaves in order. Returns the revisions of those who left, and the new members. */
  #applyMemberships(sets: readonly ChangeSet[]): { left: Map<string, number>; joined: string[] } {
    const left = new Map<string, number>();
    const joined = new Set<string>();
    const leave = (userId: string, revision: number): void => {
      this.#members.delete(userId);
      left.set(userId, revision);
    };
    for (const { revision, changes } of sets) {
      for (const { entity, entityId, action, fields } of changes) {
        if (entity === 'project' && action === 'deleted') {
          for (const userId of this.#members.keys()) leave(userId, revision);
        }
        if (entity !== 'member') continue;
        if (action === 'deleted') leave(entityId, revision);
        else this.#members.set(entityId, (fields['role']?.[1] ?? 'MEMBER') as ProjectRole);
        if (action === 'created') joined.add(entityId);
      }
    }
    return { left, joined: [...joined].filter((userId) => this.isMember(userId)) };
  }

  #sendLeft(subscriber: Subscriber, revision: number, scope: FeedScope): void {
    subscriber.queue.discard((event) => event.projectId === this.projectId);
    subscriber.queue.push(eventWithoutChanges('PROJECT_LEFT', this.projectId, revision, scope));
    this.unfollow(subscriber);
  }

  /**
   * Continues from the current state. There were too many changes to send, or the project was restored: the log does not
   * list the members of a restored project.
   */
  async #resync(scope: FeedScope): Promise<void> {
    const announced = this.#wanted;
    const [state] = await readProjectStates(scope.em, [this.projectId]);
    this.revision = state?.revision ?? announced;
    // An announced revision that does not exist will never come.
    if (this.#wanted === announced) this.#wanted = this.revision;
    this.#members = state?.members ?? new Map();
    for (const subscriber of this.subscribers) {
      if (!this.isMember(subscriber.userId)) {
        this.#sendLeft(subscriber, this.revision, scope);
        continue;
      }
      // The new cursor cancels a running replay.
      this.follow(subscriber, null);
      subscriber.queue.discard((event) => event.projectId === this.projectId);
      subscriber.queue.push(eventWithoutChanges('RESYNC', this.projectId, this.revision, scope));
    }
    this.onJoin([...this.#members.keys()]);
  }
}
