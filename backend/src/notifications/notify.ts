import type { I18n } from '@lingui/core';
import { sql } from 'kysely';
import { parsePreferences, loadPreferences, type StoredPreferences } from '../auth/preferences.reads.js';
import type { Change } from '../write/changeLog.js';
import type { Tx } from '../write/command.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { languageOf } from '../users/language.js';
import { addJobs } from '../platform/jobs/addJob.js';
import { deferNotifications, takeDeferred } from './deferred.js';
import { deliver } from './inbox.js';
import { composeMail } from './mail.job.js';
import {
  formatChangeSetKey,
  groupEvents,
  type MailableNotification,
  composeNotification,
  type NotificationEvent,
  type EventGroup,
} from './events.js';
import { KINDS } from './kinds.js';
import { type Recipient, findRecipients } from './recipients.js';
import { composePushes } from './push.job.js';
import { selectPushTargets, readPushTargets } from './push.reads.js';
import { wantsInApp, wantsMail, wantsPush } from './preferencePolicy.js';

/**
 * Delivers each group as one notification, in the app, by mail and as a push, by the person's preferences. All kinds share one
 * mail per person. `preferences` and `browsers` are read if not given.
 */
export async function deliverByPreferences(
  tx: Pick<Tx, 'em' | 'now' | 'wakeInbox'>,
  groups: readonly EventGroup[],
  preferences?: ReadonlyMap<string, StoredPreferences>,
  browsers?: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (groups.length === 0) return;
  const notifications = groups.map((group) => composeNotification(group));
  const userIds = [...new Set(notifications.map(({ userId }) => userId))];
  const wants = preferences ?? (await loadPreferences(tx.em, userIds));
  const targets = browsers ?? (await readPushTargets(tx.em, userIds, tx.now));
  const wanted =
    (test: typeof wantsInApp) =>
    ({ userId, kind }: MailableNotification): boolean => {
      const preference = wants.get(userId);
      return preference !== undefined && test(kind, preference);
    };
  await deliver(tx, notifications.filter(wanted(wantsInApp)));
  // Mails and pushes are in the person's language; the app translates by itself.
  const wordsOf = (userId: string): I18n => getI18n(languageOf(wants.get(userId) ?? {}));
  const translated = groups.map((group) => composeNotification(group, wordsOf(group.events[0].userId)));
  const mails = Map.groupBy(translated.filter(wanted(wantsMail)), ({ userId }) => userId);
  await addJobs(
    tx.em,
    'mailNotification',
    [...mails].map(([userId, some]) => composeMail(some, wordsOf(userId))),
  );
  // Without a route to the push services each push takes 5 seconds until its timeout, so mails go first.
  const pushes = translated
    .filter(wanted(wantsPush))
    .flatMap((notification) => composePushes(notification, targets.get(notification.userId) ?? [], tx.now));
  await addJobs(tx.em, 'pushNotification', pushes, { isPatient: true });
}

/** A recipient or the actor. */
interface Person {
  id: string;
  name: string;
  preferences: Record<string, unknown>;
  /** Ids of their push subscriptions. */
  browsers: string[];
  /** The changed projects of which they are a member. */
  memberOf: string[];
  /** The projects among these that they have muted. */
  mutedIn: string[];
  /** The names of the changed projects, by id. */
  projects: Record<string, string>;
  /** The names of the tasks’ columns, by id; without home columns that were never changed. */
  columns: Record<string, string> | null;
}

/** Reads the recipients and the actor with one statement. */
async function readPeople(tx: Tx, recipients: readonly Recipient[]): Promise<Map<string, Person>> {
  const userIds = [...new Set([tx.viewer.userId, ...recipients.map(({ userId }) => userId)])];
  const projectIds = [...new Set(recipients.map(({ change }) => change.projectId))];
  const columnIds = [...new Set(recipients.flatMap(({ task }) => task?.currentColumnId ?? []))];
  const { rows } = await sql<Person>`
    select a.id, a.first_name || ' ' || a.last_name as name, a.preferences,
      ${selectPushTargets(sql`a.id`, tx.now)} as browsers,
      array(select m.project_id from project_member m
        where m.user_id = a.id and m.project_id = any(${projectIds}::uuid[])) as "memberOf",
      array(select u.project_id from project_mute u
        where u.user_id = a.id and u.project_id = any(${projectIds}::uuid[])) as "mutedIn",
      (select jsonb_object_agg(p.id, p.name) from project p where p.id = any(${projectIds}::uuid[])) as projects,
      (select jsonb_object_agg(k.id, k.name) from "column" k
        where k.id = any(${columnIds}::uuid[]) and k.project_id = any(${projectIds}::uuid[])) as columns
    from account a where a.id = any(${userIds}::uuid[])`.execute(tx.em.getKysely());
  return new Map(rows.map((person) => [person.id, person]));
}

/**
 * Turns the changes of a command into notifications and mails in the same transaction. A person gets one notification per
 * change, of the first kind that matches; only members hear of tasks, because a creator can have left. The parts of a bulk run
 * are deferred until it ends. An undo sends no notifications.
 */
export async function notifyOfChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (tx.isUndo) return;
  const recipients = await findRecipients(tx, changes);
  if (recipients.length === 0) return;
  const people = await readPeople(tx, recipients);
  const actor = people.get(tx.viewer.userId);
  if (!actor) throw new Error('the actor has no account');
  const events = new Map<string, NotificationEvent>();
  for (const { userId, kind, change, task, joined } of recipients) {
    const { projectId, entity, entityId, fields } = change;
    const source = `${formatChangeSetKey({ projectId, revision: tx.revisionOf(projectId) })}:${entity}:${entityId}`;
    const key = `${userId}:${source}`;
    const person = people.get(userId);
    if (events.has(key) || (task && !person?.memberOf.includes(projectId))) continue;
    if (KINDS[kind].isMutable && person?.mutedIn.includes(projectId)) continue;
    events.set(key, {
      userId,
      kind,
      actor: actor.name,
      actorId: actor.id,
      project: actor.projects[projectId] ?? '',
      projectId,
      task: task?.title ?? '',
      taskId: task?.id ?? null,
      fields,
      column: actor.columns?.[task?.currentColumnId ?? ''],
      source,
      ...(joined && { joined }),
    });
  }
  const groups = groupEvents([...events.values()]);
  if (tx.bulkRunId !== null) return deferNotifications(tx.em, tx.bulkRunId, groups);
  const preferences = new Map([...people.values()].map((it) => [it.id, parsePreferences(it.preferences)]));
  const browsers = new Map([...people.values()].map((it) => [it.id, it.browsers]));
  return deliverByPreferences(tx, groups, preferences, browsers);
}

/** Delivers the deferred notifications of a bulk run, except for change sets that were undone. */
export const notifyOfBulkRun = async (tx: Tx, id: string): Promise<void> =>
  deliverByPreferences(tx, await takeDeferred(tx.em, id));
