import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { NotificationAction } from '../../contract/enums.js';
import type { StoredEvent } from '../notifications/inbox.js';
import { EventQueue } from './eventQueue.js';
import { type EventScope, newScope } from './projectEvent.js';

/** One event of `notificationChanged`, as one subscriber gets it. */
export interface InboxEvent {
  action: NotificationAction;
  notificationId: string | null;
  unreadCount: number;
  scope: EventScope;
  project: null;
  mayShow: () => boolean;
  shared: null;
}

/** One's own inbox is shown to nobody else, and always to oneself. */
const OWN = { project: null, mayShow: () => true, shared: null };

interface Subscriber {
  userId: string;
  queue: EventQueue<InboxEvent>;
  /** Where the inbox stood when it was told the count: what is older is in it. */
  since: number;
}

/** The one reader of inboxes in this process: reads the new events of the people connected here, once each. */
export class InboxHub {
  readonly #subscribers = new Map<string, Set<Subscriber>>();
  /** How far each connected person's inbox was read. */
  readonly #read = new Map<string, number>();
  /** How many are about to follow whose inbox: what wakes them meanwhile is read after that. */
  readonly #joining = new Map<string, number>();
  #reading: Promise<void> = Promise.resolve();

  constructor(private readonly orm: MikroORM) {}

  /** Follows one's own notifications, beginning with the present count. */
  async subscribe(userId: string, onOverflow: () => void): Promise<EventQueue<InboxEvent>> {
    const queue = new EventQueue<InboxEvent>(() => this.#forget(subscriber), onOverflow);
    const subscriber: Subscriber = { userId, queue, since: 0 };
    this.#joining.set(userId, (this.#joining.get(userId) ?? 0) + 1);
    // in line with the reads, so that the count belongs exactly between two events
    await this.#inLine(async () => {
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
      queue.push({ action: 'SYNC', notificationId: null, unreadCount, scope: newScope(this.orm), ...OWN });
    }).finally(() => this.#joined(userId));
    return queue;
  }

  /** Reads what is new for these people, as far as they are connected here. */
  async wake(userIds: readonly string[]): Promise<void> {
    if (userIds.some((id) => this.#subscribers.has(id) || this.#joining.has(id)))
      await this.#inLine(() => this.#readOn(userIds));
  }

  /** Looks for what no wake-up told of. */
  poll(): Promise<void> {
    return this.wake([...this.#subscribers.keys()]);
  }

  /** Sends everybody away to come back: what is known here is of another database. */
  startOver(): void {
    for (const people of this.#subscribers.values()) for (const { queue } of people) queue.overflow();
  }

  close(): void {
    for (const people of this.#subscribers.values()) for (const { queue } of people) queue.end();
  }

  #inLine(work: () => Promise<void>): Promise<void> {
    const done = this.#reading.then(work);
    this.#reading = done.catch(() => undefined);
    return done;
  }

  #joined(userId: string): void {
    const left = (this.#joining.get(userId) ?? 1) - 1;
    if (left > 0) this.#joining.set(userId, left);
    else this.#joining.delete(userId);
  }

  #forget(subscriber: Subscriber): void {
    const people = this.#subscribers.get(subscriber.userId);
    people?.delete(subscriber);
    if (people?.size !== 0) return;
    this.#subscribers.delete(subscriber.userId);
    this.#read.delete(subscriber.userId);
  }

  async #readOn(userIds: readonly string[]): Promise<void> {
    const here = userIds.filter((id) => this.#subscribers.has(id));
    if (here.length === 0) return;
    const cursors = here.map((id) => this.#read.get(id) ?? 0);
    const scope = newScope(this.orm);
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
