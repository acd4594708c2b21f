import { sql } from 'kysely';
import * as v from 'valibot';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '../platform/jobs/addJob.js';
import type { Resources } from '../request/context.js';
import { wakeNotifications } from './inbox.js';

/** Adds the one job of a person that brings back what comes next. */
export async function scheduleWaking(em: EntityManager, userId: string): Promise<void> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(snoozed_until) as next from notification where user_id = ${userId} and snoozed_until is not null`.execute(
    em.getKysely(),
  );
  const next = rows[0]?.next;
  if (next) await addJob(em, 'wakeNotifications', { userId }, { key: `wake:${userId}`, runAt: new Date(next) });
}

/** Brings back a person's notifications whose time has come. */
export async function wakeSnoozed({ orm, now, wakeUps }: Resources, raw: unknown): Promise<void> {
  const { userId } = v.parse(v.object({ userId: v.string() }), raw);
  const at = now();
  const inboxes: string[] = [];
  const wakeInbox = (id: string): void => void inboxes.push(id);
  let { changed } = { changed: true };
  while (changed) {
    ({ changed } = await orm.em
      .fork()
      .transactional((em) => wakeNotifications({ em, now: at, wakeInbox }, userId, sql`n.snoozed_until <= ${at}`)));
  }
  // Others come back later, or the clock of the database is ahead.
  await orm.em.fork().transactional((em) => scheduleWaking(em, userId));
  wakeUps.announce({ projects: [], inboxes, members: [], writers: [] });
}
