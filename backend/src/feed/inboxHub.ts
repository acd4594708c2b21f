import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { NotificationAction } from '../../contract/enums.js';
import type { StoredEvent } from '../notifications/inbox.js';
import { EventQueue } from './eventQueue.js';
import { type EventScope, createScope } from './projectEvent.js';

/** An event of `notificationChanged` for one subscriber. */
export interface InboxEvent {
  action: NotificationAction;
  notificationId: string | null;
  unreadCount: number;
  scope: EventScope;
  project: null;
  mayShow: () => boolean;
  shared: null;
}

/** Subscribers only get events of their own inbox, so no access check is needed and nothing can be shared. */
const OWN = { project: null, mayShow: () => true, shared: null };

interface Subscriber {
  userId: string;
  queue: EventQueue<InboxEvent>;
  /** Revision of the inbox at the SYNC event, whose count includes all older events. */
  since: number;
}

/** Reads the new events of the inboxes of connected people, once per process. */
export class InboxHub {
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  /** Last revision read, by person. */
  readonly #read = new Map<string, number>();
  /** Number of subscriptions being set up, by person. A wake-up for such a person is queued after them. */
  readonly #joining = new Map<string, number>();
  #reading: Promise<void> = Promise.resolve();

  constructor(private readonly orm: MikroORM) {}

  async subscribe(userId: string, onOverflow: () => void): Promise<EventQueue<InboxEvent>> {
    const queue = new EventQueue<InboxEvent>(() => this.#unsubscribe(subscriber), onOverflow);
    const subscriber: Subscriber = { userId, queue, since: 0 };
    this.#joining.set(userId, (this.#joining.get(userId) ?? 0) + 1);
    // Queued with the reads, so that the count falls exactly between two events.
    await this.#enqueue(async () => {
      const { rows } = await sql<{ revision: number; unreadCount: number }>`
        select coalesce((select revision from inbox where user_id = ${userId}), 0) as revision,
          (select count(*)::int from notification where user_id = ${userId} and not read) as "unreadCount"`.execute(
        this.orm.em.fork().getKysely(),
      );
      const { revision = 0, unreadCount = 0 } = rows[0] ?? {};
      if (queue.ended) return;
      if (!this.#read.has(userId)) this.#read.set(userId, revision);
      subscriber.since = revision;
      const people = this.#subscribers.get(userId) ?? new Set();
      this.#subscribers.set(userId, people.add(subscriber));
      queue.push({ action: 'SYNC', notificationId: null, unreadCount, scope: createScope(this.orm), ...OWN });
    }).finally(() => this.#joined(userId));
    return queue;
  }

  async wake(userIds: readonly string[]): Promise<void> {
    if (userIds.some((id) => this.#subscribers.has(id) || this.#joining.has(id)))
      await this.#enqueue(() => this.#readNewEvents(userIds));
  }

  /** Reads events whose wake-up was lost. */
  poll(): Promise<void> {
    return this.wake([...this.#subscribers.keys()]);
  }

  /** Makes all clients reconnect, after the database was replaced. */
  disconnectAll(): void {
    for (const people of this.#subscribers.values()) for (const { queue } of people) queue.overflow();
  }

  close(): void {
    for (const people of this.#subscribers.values()) for (const { queue } of people) queue.end();
  }

  #enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.#reading.then(work);
    this.#reading = done.catch(() => undefined);
    return done;
  }

  #joined(userId: string): void {
    const count = (this.#joining.get(userId) ?? 1) - 1;
    if (count > 0) this.#joining.set(userId, count);
    else this.#joining.delete(userId);
  }

  #unsubscribe(subscriber: Subscriber): void {
    const people = this.#subscribers.get(subscriber.userId);
    people?.delete(subscriber);
    if (people?.size !== 0) return;
    this.#subscribers.delete(subscriber.userId);
    this.#read.delete(subscriber.userId);
  }

  async #readNewEvents(userIds: readonly string[]): Promise<void> {
    const here = userIds.filter((id) => this.#subscribers.has(id));
    if (here.length === 0) return;
    const cursors = here.map((id) => this.#read.get(id) ?? 0);
    const scope = createScope(this.orm);
    const { rows } = await sql<StoredEvent>`
      select e.user_id as "userId", e.revision, e.action, e.notification_id as "notificationId",
        e.unread_count as "unreadCount"
      from unnest(${here}::uuid[], ${cursors}::int[]) as wanted(user_id, after)
      join notification_event e on e.user_id = wanted.user_id and e.revision > wanted.after
      order by e.user_id, e.revision`.execute(scope.em.getKysely());
    for (const { userId, revision, action, notificationId, unreadCount } of rows) {
      if (!this.#subscribers.has(userId)) continue;
      this.#read.set(userId, revision);
      const event: InboxEvent = { action, notificationId, unreadCount, scope, ...OWN };
      for (const { queue, since } of this.#subscribers.get(userId) ?? []) if (revision > since) queue.push(event);
    }
  }
}
