import { sql } from 'kysely';
import { NIL } from 'uuid';
import { BATCH, inBatches } from '../db/purgeDeleted.js';
import { bury } from '../db/tombstone.js';
import { command } from '../kernel/command.js';
import { contextFor, type Resources } from '../kernel/context.js';
import { isNotFound } from '../kernel/errors.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { isActive } from '../users/user.reads.js';
import { Membership } from './membership.entity.js';
import { Project } from './project.entity.js';

/** Accounts and projects read at a time. */
const PAGE = 100;

/**
 * What is only theirs, by table: gone with the account. Who adds a table that names accounts says here, or in the test of this
 * file, which it is. (A picture goes with its row here, too.)
 */
export const GONE_WITH_ACCOUNT = [
  'push_subscription',
  'session',
  'device',
  'two_factor',
  'recovery_code',
  'login_challenge',
  'password_reset',
  'email_revert',
  'held_notice',
  'bulk_run',
  'due_notice',
  'digest_notice',
  'notification_event',
  'notification',
  'inbox',
  'deletion_project',
  'idempotency',
  'avatar',
  'export',
  'api_token',
  'visit',
  'saved_view',
] as const;

/** The account `a` whose time is over, and that is not blanked yet. */
const isDue = (now: Date) => sql`a.deletion_at <= ${now} and a.blanked_at is null`;

/**
 * Deletes for good the accounts whose 14 days are over. Each step of it is done once whatever is killed, and by however many
 * processes: what is left is done the next time. An account that cannot be deleted stops no other. Answers how many were.
 */
export async function deleteDueAccounts(resources: Resources): Promise<number> {
  const { orm, now, log } = resources;
  let total = 0;
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select a.id from account a where a.id > ${after} and ${isDue(now())} order by a.id limit ${PAGE}`.execute(
      orm.em.fork().getKysely(),
    );
    for (const { id } of rows) {
      try {
        if (await deleteForGood(resources, id)) total += 1;
      } catch (error) {
        log.error({ err: error, userId: id }, 'an account could not be deleted');
      }
    }
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  }
  return total;
}

async function deleteForGood(resources: Resources, userId: string): Promise<boolean> {
  await endMemberships(resources, userId);
  await removeOwnRows(resources, userId);
  const isDone = await blank(resources, userId);
  if (isDone) {
    await resources.rates.forgetPerson(userId);
    securityEvent({ resources }, 'account_deleted', { userId });
  }
  return isDone;
}

/** Ends all their memberships, those in deleted projects too. */
async function endMemberships(resources: Resources, userId: string): Promise<void> {
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const { rows }: { rows: { projectId: string }[] } = await sql<{ projectId: string }>`
      select project_id as "projectId" from project_member where user_id = ${userId} and project_id > ${after}
      order by project_id limit ${PAGE}`.execute(resources.orm.em.fork().getKysely());
    for (const { projectId } of rows) {
      await leaveProject(resources, projectId, userId).catch((error: unknown) => {
        // it was purged meanwhile
        if (!isNotFound(error)) throw error;
      });
    }
    after = rows.length < PAGE ? undefined : rows.at(-1)?.projectId;
  }
}

/** Who is to own a project when somebody has left it, and whether they do; of those who stay first, then the longest there. */
interface Heir {
  userId: string;
  role: string;
}

/**
 * Takes a person out of a project in their own name, as if they had left. What is theirs alone is deleted. Should nobody who
 * stays own the project by then, as it can be after others were restored, whoever has been there longest does.
 */
async function leaveProject(resources: Resources, projectId: string, userId: string): Promise<void> {
  await command(contextFor(resources, userId), {
    operation: 'accountDeletion',
    input: { projectId, userId },
    projectIds: [projectId],
    actor: { kind: 'system', userId },
    run: async (tx) => {
      const db = tx.em.getKysely();
      const { rows: due } = await sql`select 1 from account a where a.id = ${userId} and ${isDue(tx.now)}`.execute(db);
      const member = due.length > 0 ? await tx.em.findOne(Membership, { projectId, userId }) : null;
      if (!member) return;
      const { rows } = await sql<Heir>`
        select m.user_id as "userId", m.role from project_member m join account a on a.id = m.user_id
        where m.project_id = ${projectId} and m.user_id <> ${userId}
        order by ${isActive} desc, m.role = 'OWNER' desc, m.joined_at, m.user_id limit 1`.execute(db);
      const [heir] = rows;
      const project = await tx.em.findOneOrFail(Project, { id: projectId });
      if (heir) {
        for (const react of tx.reactions.memberRemoved) react(tx, projectId, userId);
        // what is deleted is nobody's to take back but its owners'
        if (heir.role !== 'OWNER' && !project.deletedAt) {
          const next = await tx.em.findOneOrFail(Membership, { projectId, userId: heir.userId });
          next.role = 'OWNER';
        }
      } else if (!project.deletedAt) {
        bury(project, userId, tx.revisionOf(projectId), tx.now);
      }
      tx.em.remove(member);
    },
  });
}

/** Removes what is only theirs, batch by batch. */
async function removeOwnRows({ orm, now }: Resources, userId: string): Promise<void> {
  for (const table of GONE_WITH_ACCOUNT) {
    await inBatches(async () => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select t.ctid from ${sql.table(table)} t join account a on a.id = t.user_id and ${isDue(now())}
          where t.user_id = ${userId} limit ${BATCH})`.execute(orm.em.fork().getKysely());
      return Number(numAffectedRows ?? 0);
    });
  }
  // the address to which they were once invited
  await sql`
    delete from invitation i using account a
    where i.accepted_by = ${userId} and a.id = i.accepted_by and ${isDue(now())}`.execute(orm.em.fork().getKysely());
}

/**
 * Blanks the account itself, as the last of all. The row stays, for what they wrote and did: it has neither e-mail nor
 * password, and a username that nobody can choose, as it is too long.
 */
async function blank(resources: Resources, userId: string): Promise<boolean> {
  let isDone = false;
  await command(contextFor(resources, userId), {
    operation: 'accountDeletion',
    input: { userId },
    projectIds: [],
    actor: { kind: 'system', userId },
    run: async ({ em, now }) => {
      const { rows } = await sql`
        update account a set first_name = 'Deleted', last_name = 'user', username = ${`deleted-account-${userId}`},
          email = null, password_hash = '', avatar = null, preferences = '{}', updated_at = ${now}, blanked_at = ${now}
        where a.id = ${userId} and ${isDue(now)}
          and not exists (select 1 from project_member m where m.user_id = a.id)
        returning a.id`.execute(em.getKysely());
      isDone = rows.length > 0;
    },
  });
  return isDone;
}
