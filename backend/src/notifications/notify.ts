import { sql } from 'kysely';
import { preferencesFrom, preferencesOf, type PreferencesRow } from '../auth/preferences.reads.js';
import type { Change } from '../kernel/changeLog.js';
import type { Tx } from '../kernel/command.js';
import { addJobs } from '../kernel/jobs/addJob.js';
import { undoneActs } from './undone.js';
import { holdBack, takeHeld } from './held.js';
import { deliver } from './inbox.js';
import { mailOf } from './mail.job.js';
import { actOf, groupOccasions, type Notice, noticeOf, type Occasion, type OccasionGroup } from './notices.js';
import { type Recipient, recipientsOf } from './recipients.js';
import { pushesOf } from './push.job.js';
import { pushTargets, pushTargetsOf } from './push.reads.js';
import { wantsMail, wantsRow } from './wants.js';

/**
 * Delivers what one act has brought to people, as each of them wants it: in the app, by mail, both, or not at all. Of each
 * kind it is one notification a person, and all kinds together one mail. `preferences`,
 * `browsers`: theirs, where they have been read.
 */
export async function deliverAsWanted(
  tx: Pick<Tx, 'em' | 'now' | 'wakeInbox'>,
  groups: readonly OccasionGroup[],
  preferences?: ReadonlyMap<string, PreferencesRow>,
  browsers?: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  if (groups.length === 0) return;
  const notices = groups.map(noticeOf);
  const userIds = [...new Set(notices.map(({ userId }) => userId))];
  const wants = preferences ?? (await preferencesOf(tx.em, userIds));
  const targets = browsers ?? (await pushTargetsOf(tx.em, userIds, tx.now));
  const wanted =
    (test: typeof wantsRow) =>
    ({ userId, kind }: Notice): boolean => {
      const mine = wants.get(userId);
      return mine !== undefined && test(kind, mine);
    };
  const shown = notices.filter(wanted(wantsRow));
  await deliver(tx, shown);
  const mails = Map.groupBy(notices.filter(wanted(wantsMail)), ({ userId }) => userId);
  await addJobs(tx.em, 'mailNotification', [...mails.values()].map(mailOf));
  // What the app shows is what browsers tell. Where nothing leads out to their services each takes its 5 seconds: mails go first.
  const pushes = shown.flatMap((notice) => pushesOf(notice, targets.get(notice.userId) ?? [], tx.now));
  await addJobs(tx.em, 'pushNotification', pushes, { isPatient: true });
}

/** What is to be known of a person before they are told something, or of whom others are told. */
interface Person {
  id: string;
  name: string;
  preferences: Record<string, unknown>;
  /** The browsers that they are told in while nobody looks at the app. */
  browsers: string[];
  /** To which of the projects concerned they belong. */
  memberOf: string[];
  /** What these projects are called, by id; the same for everybody. */
  projects: Record<string, string>;
}

/** The people who are concerned, and whose act it was; one statement for all that is asked of them. */
async function readPeople(tx: Tx, recipients: readonly Recipient[]): Promise<Map<string, Person>> {
  const userIds = [...new Set([tx.viewer.userId, ...recipients.map(({ userId }) => userId)])];
  const projectIds = [...new Set(recipients.map(({ change }) => change.projectId))];
  const { rows } = await sql<Person>`
    select a.id, a.first_name || ' ' || a.last_name as name, a.preferences,
      ${pushTargets(sql`a.id`, tx.now)} as browsers,
      array(select m.project_id from project_member m
        where m.user_id = a.id and m.project_id = any(${projectIds}::uuid[])) as "memberOf",
      (select jsonb_object_agg(p.id, p.name) from project p where p.id = any(${projectIds}::uuid[])) as projects
    from account a where a.id = any(${userIds}::uuid[])`.execute(tx.em.getKysely());
  return new Map(rows.map((person) => [person.id, person]));
}

/**
 * Turns the changes of a command into notifications and mails, inside the command: what is committed has told whom it
 * concerns, once; of one change to one object a person hears once (the first that fits), and of tasks only members, as
 * whoever made one may have left since. What a part of a longer act brings is held back until that is over. What is undone is
 * told nobody anew.
 */
export async function notifyOfChanges(tx: Tx, changes: readonly Change[]): Promise<void> {
  if (tx.isUndo) return;
  const recipients = await recipientsOf(tx, changes);
  if (recipients.length === 0) return;
  const people = await readPeople(tx, recipients);
  const actor = people.get(tx.viewer.userId);
  if (!actor) throw new Error('whoever acts has no account');
  const occasions = new Map<string, Occasion>();
  for (const { userId, kind, change, task, joined } of recipients) {
    const { projectId, entity, entityId, fields } = change;
    const source = `${actOf({ projectId, revision: tx.revisionOf(projectId) })}:${entity}:${entityId}`;
    const key = `${userId}:${source}`;
    if (occasions.has(key) || (task && !people.get(userId)?.memberOf.includes(projectId))) continue;
    occasions.set(key, {
      userId,
      kind,
      actor: actor.name,
      actorId: actor.id,
      project: actor.projects[projectId] ?? '',
      projectId,
      task: task?.title ?? '',
      taskId: task?.id ?? null,
      fields,
      source,
      ...(joined && { joined }),
    });
  }
  const groups = groupOccasions([...occasions.values()]);
  if (tx.act !== null) return holdBack(tx.em, tx.act, groups);
  const preferences = new Map([...people.values()].map((it) => [it.id, preferencesFrom(it.preferences)]));
  const browsers = new Map([...people.values()].map((it) => [it.id, it.browsers]));
  return deliverAsWanted(tx, groups, preferences, browsers);
}

/** Tells people at the end of a change of many tasks what its parts have held back, but for what is undone by then. */
export async function notifyOfRun(tx: Tx, id: string): Promise<void> {
  const groups = await takeHeld(tx.em, id);
  const undone = await undoneActs(
    tx.em,
    groups.flatMap((group) => noticeOf(group).act ?? []),
  );
  return deliverAsWanted(
    tx,
    groups.filter((group) => !undone.has(noticeOf(group).act ?? '')),
  );
}
