import { sql } from 'kysely';
import { NIL } from 'uuid';
import { BATCH, runInBatches } from '../write/purgeDeleted.js';
import { softDelete } from '../platform/database/softDelete.js';
import { command } from '../write/command.js';
import { contextFor, type Resources } from '../request/context.js';
import { isNotFound } from '../platform/lib/errors.js';
import { securityEvent } from '../request/securityEvents.js';
import { isActive } from '../users/user.reads.js';
import { hasAdministrator } from './administrators.js';
import { Membership } from '../projects/membership.entity.js';
import { Project } from '../projects/project.entity.js';

/** Accounts and projects per page. */
const PAGE = 100;

/**
 * Tables whose rows are deleted with the account. The test requires every table that references accounts to be listed
 * here or in the test. (A picture is deleted with its row.)
 */
export const DELETED_WITH_ACCOUNT = [
  'push_subscription',
  'session',
  'device',
  'two_factor',
  'recovery_code',
  'login_challenge',
  'identity',
  'oidc_attempt',
  'sign_in_proof',
  'password_reset',
  'email_revert',
  'email_verification',
  'verified_email',
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
  'import',
  'api_token',
  'calendar_feed',
  'webhook',
  'visit',
  'saved_view',
  'task_watch',
  'project_mute',
] as const;

/** SQL condition: the account `a` has passed its grace period and is not blanked yet. */
const isDue = (now: Date) => sql`a.deletion_at <= ${now} and a.blanked_at is null`;

/**
 * Deletes the accounts whose 14 days are over. Each step is idempotent, so a killed run is completed by the next one,
 * and several processes can run it. One failing account does not stop the others. Returns the number of deleted
 * accounts.
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
        if (await deleteAccountData(resources, id)) total += 1;
      } catch (error) {
        log.error({ err: error, userId: id }, 'an account could not be deleted');
      }
    }
    after = rows.length < PAGE ? undefined : rows.at(-1)?.id;
  }
  return total;
}

async function deleteAccountData(resources: Resources, userId: string): Promise<boolean> {
  await endMemberships(resources, userId);
  await removeOwnRows(resources, userId);
  const blanked = await blankAccount(resources, userId);
  if (blanked) {
    await resources.rates.resetPerson(userId);
    securityEvent({ resources }, 'account_deleted', { userId });
    // The last administrator can leave an empty server, to which people come before the account is deleted.
    if (blanked.wasAdmin && !(await hasAdministrator(resources.orm.em.fork()))) {
      resources.log.warn('no administrator is left; `npm run account -- make-admin EMAIL` makes one');
    }
  }
  return blanked !== undefined;
}

/** Ends all memberships, including those in deleted projects. */
async function endMemberships(resources: Resources, userId: string): Promise<void> {
  let after: string | undefined = NIL;
  while (after !== undefined) {
    const { rows }: { rows: { projectId: string }[] } = await sql<{ projectId: string }>`
      select project_id as "projectId" from project_member where user_id = ${userId} and project_id > ${after}
      order by project_id limit ${PAGE}`.execute(resources.orm.em.fork().getKysely());
    for (const { projectId } of rows) {
      await leaveProject(resources, projectId, userId).catch((error: unknown) => {
        // the project was purged meanwhile
        if (!isNotFound(error)) throw error;
      });
    }
    after = rows.length < PAGE ? undefined : rows.at(-1)?.projectId;
  }
}

/** The remaining member who should own the project: by role, then by time of joining. */
interface Successor {
  userId: string;
  role: string;
}

/**
 * Removes a leaving user from a project, acting as that user. Deletes a project without other members. If no active
 * owner remains, which happens when another account was restored, promotes the member with the highest role who joined
 * first.
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
      const { rows } = await sql<Successor>`
        select m.user_id as "userId", m.role from project_member m join account a on a.id = m.user_id
        where m.project_id = ${projectId} and m.user_id <> ${userId}
        order by ${isActive} desc, m.role, m.joined_at, m.user_id limit 1`.execute(db);
      const [successor] = rows;
      const project = await tx.em.findOneOrFail(Project, { id: projectId });
      if (successor) {
        for (const react of tx.reactions.editorLost) react(tx, projectId, userId);
        // a deleted project keeps its owners, who alone can restore it
        if (successor.role !== 'OWNER' && !project.deletedAt) {
          const next = await tx.em.findOneOrFail(Membership, { projectId, userId: successor.userId });
          next.role = 'OWNER';
        }
      } else if (!project.deletedAt) {
        softDelete(project, userId, tx.revisionOf(projectId), tx.now);
      }
      tx.em.remove(member);
    },
  });
}

/** Deletes the user's own rows in batches. */
async function removeOwnRows({ orm, now }: Resources, userId: string): Promise<void> {
  for (const table of DELETED_WITH_ACCOUNT) {
    await runInBatches(async () => {
      const { numAffectedRows } = await sql`
        delete from ${sql.table(table)} where ctid in (
          select t.ctid from ${sql.table(table)} t join account a on a.id = t.user_id and ${isDue(now())}
          where t.user_id = ${userId} limit ${BATCH})`.execute(orm.em.fork().getKysely());
      return Number(numAffectedRows ?? 0);
    });
  }
  const db = orm.em.fork().getKysely();
  const own = sql`a.id = ${userId} and ${isDue(now())}`;
  // Invitations by this person, and invitations to their email address.
  await sql`
    delete from account_invitation i using account a
    where ${own} and (i.inviter_id = a.id or lower(i.email) = lower(a.email))`.execute(db);
  await sql`
    delete from invitation i using account a
    where ${own} and (i.accepted_by = a.id or (i.ended_at is not null and lower(i.email) = lower(a.email)))`.execute(
    db,
  );
  // An event has the network address of the person who acted.
  await sql`
    update security_event e set address = null from account a
    where ${own} and coalesce(e.actor_id, e.user_id) = a.id`.execute(db);
}

/**
 * Blanks the account as the last step, and returns what it was; undefined if it was not due, or is still a member. The
 * row stays as the author of past work, without email and password, and with a username too long to be chosen.
 */
async function blankAccount(resources: Resources, userId: string): Promise<{ wasAdmin: boolean } | undefined> {
  let blanked: { wasAdmin: boolean } | undefined;
  await command(contextFor(resources, userId), {
    operation: 'accountDeletion',
    input: { userId },
    projectIds: [],
    actor: { kind: 'system', userId },
    run: async ({ em, now }) => {
      const { rows } = await sql<{ wasAdmin: boolean }>`
        update account a set first_name = 'Deleted', last_name = 'user', username = ${`deleted-account-${userId}`},
          email = null, password_hash = '', avatar = null, is_admin = false, preferences = '{}', updated_at = ${now}, blanked_at = ${now}
        from (select id, is_admin from account where id = ${userId}) was
        where a.id = was.id and ${isDue(now)}
          and not exists (select 1 from project_member m where m.user_id = a.id)
        returning was.is_admin as "wasAdmin"`.execute(em.getKysely());
      [blanked] = rows;
    },
  });
  return blanked;
}
