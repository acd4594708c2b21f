import type { MikroORM } from '@mikro-orm/postgresql';
import type { ProjectRole } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import type { Logger } from '../kernel/logger.js';
import { type ProjectFacts, readProjectFacts } from '../projects/project.reads.js';
import {
  readChangeSets,
  readMemberships,
  readProjectStates,
  readRevisions,
  type StoredChangeSet,
} from './changeSets.js';
import { EventQueue } from './eventQueue.js';
import type { EventScope, LiveEvent } from './liveEvent.js';

/** Where a subscriber stands in one project. While the past is being replayed, what is new waits in `held`. */
interface Cursor {
  tracked: Tracked;
  revision: number;
  held: StoredEvent[] | null;
}

interface Subscriber {
  userId: string;
  queue: EventQueue<LiveEvent>;
  cursors: Map<string, Cursor>;
}

/** A project that somebody here follows: how far it was read, and who belongs to it at that point. */
interface Tracked {
  projectId: string;
  revision: number;
  members: Map<string, ProjectRole>;
  subscribers: Set<Subscriber>;
  reading: Promise<void> | null;
  /** The newest revision heard of. */
  wanted: number;
  /** How many are about to follow it: it must not be forgotten meanwhile. */
  pins: number;
}

/** A change set with what it takes to show it. */
interface StoredEvent {
  set: StoredChangeSet;
  facts: ProjectFacts | null;
  scope: EventScope;
}

/** A position a client holds. */
export interface HeldCursor {
  projectId: string;
  revision: number;
}

/**
 * The one reader of the log in this process. It reads a project's new change sets once, keeps the project's members by
 * reading membership changes in order, and hands each set to the sockets of those who are members at that very revision:
 * exact access for every event, and no SQL for a socket.
 */
export class Hub {
  readonly #orm: MikroORM;
  readonly #log: Logger;
  readonly #projects = new Map<string, Tracked>();
  readonly #loading = new Map<string, Promise<void>>();
  readonly #people = new Map<string, Set<Subscriber>>();

  readonly #report = (error: unknown): void => this.#log.warn({ err: error }, 'the feed could not be read');

  constructor(orm: MikroORM, log: Logger) {
    this.#orm = orm;
    this.#log = log;
  }

  /** Follows all projects of a person: first what was missed since the cursors held, then what comes. */
  async subscribe(userId: string, held: readonly HeldCursor[], onOverflow: () => void): Promise<EventQueue<LiveEvent>> {
    const queue = new EventQueue<LiveEvent>(() => this.#forget(subscriber), onOverflow);
    const subscriber: Subscriber = { userId, queue, cursors: new Map() };
    const people = this.#people.get(userId) ?? new Set();
    this.#people.set(userId, people.add(subscriber));
    try {
      const scope = this.#scope();
      const memberships = await readMemberships(scope.em, [userId]);
      const mine = new Set(memberships.map(({ projectId }) => projectId));
      const known = new Map(held.map(({ projectId, revision }) => [projectId, revision]));
      for (const projectId of known.keys()) {
        if (!mine.has(projectId)) queue.push(leftEvent(projectId, known.get(projectId) ?? 0, scope));
      }
      await this.#attach(subscriber, [...mine], known);
      return queue;
    } catch (error) {
      queue.end();
      throw error;
    }
  }

  /** A project has moved on. Only projects that somebody here follows are read. */
  async wakeProject(projectId: string, revision: number): Promise<void> {
    await this.#loading.get(projectId);
    const tracked = this.#projects.get(projectId);
    if (tracked && revision > tracked.revision) await this.#readOn(tracked, revision);
  }

  /** The memberships of a person may have changed; joins in projects nobody here follows are found this way. */
  async wakeMember(userId: string): Promise<void> {
    await this.#refreshMembers([userId]);
  }

  /** Looks for what no wake-up told of. */
  async poll(): Promise<void> {
    const em = this.#orm.em.fork();
    for (const { projectId, revision } of await readRevisions(em, [...this.#projects.keys()])) {
      await this.wakeProject(projectId, revision);
    }
    await this.#refreshMembers([...this.#people.keys()]);
  }

  /** Ends every subscription. */
  close(): void {
    for (const people of this.#people.values()) for (const { queue } of people) queue.end();
  }

  #scope(): EventScope {
    return { em: this.#orm.em.fork(), loaders: new Map() };
  }

  #forget(subscriber: Subscriber): void {
    const people = this.#people.get(subscriber.userId);
    people?.delete(subscriber);
    if (people?.size === 0) this.#people.delete(subscriber.userId);
    for (const { tracked } of subscriber.cursors.values()) this.#detach(subscriber, tracked);
  }

  #detach(subscriber: Subscriber, tracked: Tracked): void {
    subscriber.cursors.delete(tracked.projectId);
    tracked.subscribers.delete(subscriber);
    this.#release(tracked);
  }

  /** Stops following a project that nobody here follows. */
  #release(tracked: Tracked): void {
    if (tracked.subscribers.size === 0 && tracked.pins === 0) this.#projects.delete(tracked.projectId);
  }

  /** Follows these projects, pinned; reads the state of all new ones with one statement. */
  async #pin(projectIds: readonly string[]): Promise<Tracked[]> {
    const missing = projectIds.filter((id) => !this.#projects.has(id) && !this.#loading.has(id));
    if (missing.length > 0) {
      const loading = this.#load(missing).finally(() => {
        for (const id of missing) this.#loading.delete(id);
      });
      // whoever waits for it gets the error; nobody may be waiting
      loading.catch(() => undefined);
      for (const id of missing) this.#loading.set(id, loading);
    }
    const pinned: Tracked[] = [];
    for (const id of projectIds) {
      await this.#loading.get(id);
      const tracked = this.#projects.get(id);
      if (!tracked) continue;
      tracked.pins += 1;
      pinned.push(tracked);
    }
    return pinned;
  }

  async #load(projectIds: readonly string[]): Promise<void> {
    for (const state of await readProjectStates(this.#orm.em.fork(), projectIds)) {
      const { projectId, revision } = state;
      this.#projects.set(projectId, { ...state, subscribers: new Set(), reading: null, wanted: revision, pins: 0 });
    }
  }

  /** Adds a subscriber to projects they belong to. `known`: where the client stands; absent: it lacks the project. */
  async #attach(
    subscriber: Subscriber,
    projectIds: readonly string[],
    known: ReadonlyMap<string, number>,
  ): Promise<void> {
    const pinned = await this.#pin(projectIds.filter((id) => !subscriber.cursors.has(id)));
    try {
      const scope = this.#scope();
      const joined: Tracked[] = [];
      const replayed: (Tracked & { after: number })[] = [];
      for (const tracked of pinned) {
        const { projectId, revision } = tracked;
        if (!tracked.members.has(subscriber.userId) || subscriber.cursors.has(projectId)) continue;
        tracked.subscribers.add(subscriber);
        const after = known.get(projectId);
        // a cursor from the future belongs to another database: begin anew
        const resync = after !== undefined && (after > revision || revision - after > LIMITS.replaySets);
        const waits = after !== undefined && !resync && after < revision;
        subscriber.cursors.set(projectId, { tracked, revision, held: waits ? [] : null });
        if (after === undefined) joined.push(tracked);
        else if (resync) subscriber.queue.push(plainEvent('RESYNC', projectId, revision, scope));
        else if (waits) replayed.push({ ...tracked, after });
      }
      await this.#catchUp(subscriber, joined, replayed, scope);
    } finally {
      for (const tracked of pinned) {
        tracked.pins -= 1;
        this.#release(tracked);
        // what was announced while nobody followed
        if (tracked.wanted > tracked.revision) this.#readOn(tracked, tracked.wanted).catch(this.#report);
      }
    }
  }

  /** Tells of projects the client lacks, and replays the others from where it stands; then lets go what was held back. */
  async #catchUp(
    subscriber: Subscriber,
    joined: readonly Tracked[],
    replayed: readonly (Tracked & { after: number })[],
    scope: EventScope,
  ): Promise<void> {
    const facts = await readProjectFacts(
      scope.em,
      [...joined, ...replayed].map(({ projectId }) => projectId),
    );
    for (const { projectId, members } of joined) {
      const revision = subscriber.cursors.get(projectId)?.revision;
      if (revision === undefined) continue;
      const project = projectFor(facts.get(projectId), members.get(subscriber.userId));
      subscriber.queue.push({ ...plainEvent('PROJECT_JOINED', projectId, revision, scope), project });
    }
    const stretches = replayed.map(({ projectId, after, revision }) => ({ projectId, after, upTo: revision }));
    for (const set of await readChangeSets(scope.em, stretches)) {
      const cursor = subscriber.cursors.get(set.projectId);
      if (cursor) this.#send(subscriber, { set, facts: facts.get(set.projectId) ?? null, scope }, cursor.tracked);
    }
    for (const { projectId } of replayed) {
      const cursor = subscriber.cursors.get(projectId);
      if (!cursor) continue;
      const held = cursor.held ?? [];
      cursor.held = null;
      for (const event of held) this.#send(subscriber, event, cursor.tracked);
    }
  }

  #send(subscriber: Subscriber, { set, facts, scope }: StoredEvent, tracked: Tracked): void {
    subscriber.queue.push({
      kind: 'CHANGES',
      projectId: set.projectId,
      revision: set.revision,
      mutationId: set.mutationId,
      actorId: set.actorId,
      at: set.at,
      changes: set.changes,
      project: projectFor(facts ?? undefined, tracked.members.get(subscriber.userId)),
      scope,
    });
  }

  /** Reads a project's log on, one reader at a time; wake-ups that come meanwhile make it go round again. */
  #readOn(tracked: Tracked, revision: number): Promise<void> {
    tracked.wanted = Math.max(tracked.wanted, revision);
    tracked.reading ??= this.#readAll(tracked).finally(() => (tracked.reading = null));
    return tracked.reading;
  }

  async #readAll(tracked: Tracked): Promise<void> {
    const { projectId } = tracked;
    while (tracked.wanted > tracked.revision) {
      const upTo = Math.min(tracked.wanted, tracked.revision + LIMITS.replaySets);
      const scope = this.#scope();
      const sets = await readChangeSets(scope.em, [{ projectId, after: tracked.revision, upTo }]);
      const facts = (await readProjectFacts(scope.em, [projectId])).get(projectId) ?? null;
      for (const set of sets) this.#deliver(tracked, { set, facts, scope });
      tracked.revision = upTo;
    }
  }

  /** Hands a set to those who are members at its revision; joins and leaves in it take effect in order. */
  #deliver(tracked: Tracked, event: StoredEvent): void {
    const { set, scope } = event;
    tracked.revision = set.revision;
    const leaving = new Set<string>();
    for (const { entity, entityId, action, fields } of set.changes) {
      if (entity === 'project' && action === 'deleted')
        for (const userId of tracked.members.keys()) leaving.add(userId);
      if (entity !== 'member') continue;
      if (action === 'deleted') leaving.add(entityId);
      else tracked.members.set(entityId, (fields['role']?.[1] ?? 'MEMBER') as ProjectRole);
      if (action === 'created') this.#wakeLater(entityId);
    }
    for (const userId of leaving) tracked.members.delete(userId);
    for (const subscriber of tracked.subscribers) {
      const cursor = subscriber.cursors.get(set.projectId);
      if (!cursor || set.revision <= cursor.revision) continue;
      cursor.revision = set.revision;
      if (leaving.has(subscriber.userId)) {
        subscriber.queue.push(leftEvent(set.projectId, set.revision, scope));
        this.#detach(subscriber, tracked);
      } else if (cursor.held) cursor.held.push(event);
      else this.#send(subscriber, event, tracked);
    }
  }

  #wakeLater(userId: string): void {
    if (!this.#people.has(userId)) return;
    this.wakeMember(userId).catch(this.#report);
  }

  /** Attaches connected people to projects they belong to and are not following yet; leaves come through the log. */
  async #refreshMembers(userIds: readonly string[]): Promise<void> {
    const here = userIds.filter((id) => this.#people.has(id));
    if (here.length === 0) return;
    const byUser = new Map<string, string[]>();
    for (const { userId, projectId } of await readMemberships(this.#orm.em.fork(), here)) {
      byUser.set(userId, [...(byUser.get(userId) ?? []), projectId]);
    }
    for (const [userId, projectIds] of byUser) {
      for (const subscriber of this.#people.get(userId) ?? []) await this.#attach(subscriber, projectIds, new Map());
    }
  }
}

const projectFor = (facts: ProjectFacts | undefined, role: ProjectRole | undefined) =>
  facts && role ? { ...facts, viewerRole: role } : null;

const plainEvent = (kind: LiveEvent['kind'], projectId: string, revision: number, scope: EventScope): LiveEvent => ({
  kind,
  projectId,
  revision,
  mutationId: null,
  actorId: null,
  at: new Date(),
  changes: [],
  project: null,
  scope,
});

const leftEvent = (projectId: string, revision: number, scope: EventScope): LiveEvent =>
  plainEvent('PROJECT_LEFT', projectId, revision, scope);
