import type { MikroORM } from '@mikro-orm/postgresql';
import type { ProjectRole } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import type { Metrics } from '../kernel/eyes/metrics.js';
import { passingGate } from '../kernel/requestScope.js';
import { type ProjectFacts, readProjectFacts } from '../projects/project.reads.js';
import { type ProjectState, readChangeSets, readProjectStates, type ChangeSet } from './changeSets.js';
import type { EventQueue } from './eventQueue.js';
import { type FeedScope, type ProjectEvent, newScope, plainEvent } from './projectEvent.js';

/** One subscription of `changes`, and where it stands in each project it follows. */
export interface Subscriber {
  userId: string;
  /** The projects that a program is limited to; null: all of the person's. */
  only: ReadonlySet<string> | null;
  queue: EventQueue<ProjectEvent>;
  /** Positions the client holds in projects it does not follow yet, whoever finds them first. */
  known: Map<string, number>;
  /** Are these positions of another life of the database? */
  isStale: boolean;
  cursors: Map<string, Cursor>;
}

/** Where a subscriber stands in one project. While the past is being replayed, what is new waits in `held`. */
export interface Cursor {
  feed: ProjectFeed;
  revision: number;
  held: LoadedChangeSet[] | null;
}

/** A change set with what it takes to show it. */
export interface LoadedChangeSet {
  set: ChangeSet;
  facts: ProjectFacts | null;
  scope: FeedScope;
  /** What it came to, for all who see it in the same role. */
  results: Map<ProjectRole, NonNullable<ProjectEvent['shared']>>;
}

/** Does it bring a deleted project back? */
const restores = ({ changes }: ChangeSet): boolean =>
  changes.some(({ entity, action }) => entity === 'project' && action === 'restored');

/**
 * A project that somebody here follows: how far its log was read, who belongs to it at that point, and who follows it.
 * Reads each change set once and hands it to those who are members at that very revision.
 */
export class ProjectFeed {
  readonly projectId: string;
  readonly subscribers = new Set<Subscriber>();
  revision: number;
  /** How many are about to follow it: it must not be forgotten meanwhile. */
  pins = 0;
  #members: Map<string, ProjectRole>;
  /** The newest revision heard of. */
  #wanted: number;
  #reading: Promise<void> | null = null;
  /** Since when a revision is known of that has not been read. */
  behindSince: number | undefined;

  constructor(
    private readonly orm: MikroORM,
    private readonly epoch: string,
    { projectId, revision, members }: ProjectState,
    /** Told of people who belong to the project now and may not follow it yet. */
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

  /** Reads the log on to this revision, one reader at a time; what is heard of meanwhile makes it go round again. */
  readOn(revision: number): Promise<void> {
    this.#wanted = Math.max(this.#wanted, revision);
    if (this.#wanted <= this.revision) return Promise.resolve();
    this.behindSince ??= performance.now();
    // for all who follow, whoever is first to ask
    this.#reading ??= passingGate(() => this.#readAll()).finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Lets a subscriber follow from the present revision on. */
  follow(subscriber: Subscriber, held: LoadedChangeSet[] | null): Cursor {
    const cursor: Cursor = { feed: this, revision: this.revision, held };
    subscriber.cursors.set(this.projectId, cursor);
    this.subscribers.add(subscriber);
    return cursor;
  }

  unfollow(subscriber: Subscriber): void {
    subscriber.cursors.delete(this.projectId);
    this.subscribers.delete(subscriber);
  }

  /** A change set as this subscriber may see it. */
  send({ userId, queue }: Subscriber, { set, facts, scope, results }: LoadedChangeSet): void {
    const role = this.#members.get(userId);
    if (!role) return;
    const shared = results.get(role) ?? new Map();
    results.set(role, shared);
    const project = this.projectFor(userId, facts);
    const { readTo, mayShow } = this;
    queue.push({ kind: 'CHANGES', ...set, project, readTo, mayShow, shared, scope });
  }

  projectFor(userId: string, facts: ProjectFacts | null | undefined): ProjectEvent['project'] {
    const viewerRole = this.#members.get(userId);
    return facts && viewerRole ? { ...facts, viewerRole } : null;
  }

  readonly readTo: ProjectEvent['readTo'] = (revision) =>
    revision > this.revision ? this.readOn(revision) : undefined;
  readonly mayShow: ProjectEvent['mayShow'] = (userId) => this.isMember(userId);

  async #readAll(): Promise<void> {
    const { projectId } = this;
    while (this.#wanted > this.revision) {
      const scope = { ...newScope(this.orm), epoch: this.epoch };
      // The project itself first: whatever it already shows, the sets read after it reach as far, removals included.
      const facts = (await readProjectFacts(scope.em, [projectId])).get(projectId) ?? null;
      const upTo = Math.max(this.#wanted, facts?.revision ?? 0);
      const { sets, beyond } = await readChangeSets(scope.em, [{ projectId, after: this.revision, upTo }]);
      if (beyond.has(projectId) || sets.some(restores)) {
        await this.#startOver(scope);
        continue;
      }
      this.revision = upTo;
      this.#deliver(sets, facts, scope);
    }
    this.behindSince = undefined;
  }

  /** Hands on what was read together. Who left within it gets only that: nothing they may see is worth a leak. */
  #deliver(sets: readonly ChangeSet[], facts: ProjectFacts | null, scope: FeedScope): void {
    const { left, joined } = this.#applyMemberships(sets);
    const loaded = sets.map((set): LoadedChangeSet => ({ set, facts, scope, results: new Map() }));
    if (this.metrics && this.subscribers.size > 0) {
      for (const { at } of sets) this.metrics.delivery.observe(Math.max(0, Date.now() - at.getTime()) / 1000);
    }
    for (const subscriber of this.subscribers) {
      const cursor = subscriber.cursors.get(this.projectId);
      if (cursor?.feed !== this) continue;
      const leftAt = left.get(subscriber.userId);
      if (leftAt !== undefined && leftAt > cursor.revision) this.#sendAway(subscriber, leftAt, scope);
      else for (const one of loaded) this.#pass(subscriber, cursor, one);
    }
    if (joined.length > 0) this.onJoin(joined);
  }

  #pass(subscriber: Subscriber, cursor: Cursor, loaded: LoadedChangeSet): void {
    if (loaded.set.revision <= cursor.revision) return;
    cursor.revision = loaded.set.revision;
    if (cursor.held === null) this.send(subscriber, loaded);
    else if (cursor.held.length < LIMITS.replaySets) cursor.held.push(loaded);
    else subscriber.queue.overflow();
  }

  /** Joins and leaves in order. Answers who left at which revision, and who is new at the end. */
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

  #sendAway(subscriber: Subscriber, revision: number, scope: FeedScope): void {
    subscriber.queue.discard((event) => event.projectId === this.projectId);
    subscriber.queue.push(plainEvent('PROJECT_LEFT', this.projectId, revision, scope));
    this.unfollow(subscriber);
  }

  /**
   * Goes on from the present, and so do the subscribers: more has happened than may be sent, or the project was restored,
   * and its members are those it had.
   */
  async #startOver(scope: FeedScope): Promise<void> {
    const heard = this.#wanted;
    const [state] = await readProjectStates(scope.em, [this.projectId]);
    this.revision = state?.revision ?? heard;
    // what was heard of and is not there will not come
    if (this.#wanted === heard) this.#wanted = this.revision;
    this.#members = state?.members ?? new Map();
    for (const subscriber of this.subscribers) {
      if (!this.isMember(subscriber.userId)) {
        this.#sendAway(subscriber, this.revision, scope);
        continue;
      }
      // a new cursor: a replay that is running gives up
      this.follow(subscriber, null);
      subscriber.queue.discard((event) => event.projectId === this.projectId);
      subscriber.queue.push(plainEvent('RESYNC', this.projectId, this.revision, scope));
    }
    this.onJoin([...this.#members.keys()]);
  }
}
