import { sql } from 'kysely';
import { deleteAccountSchema, type ProjectFate } from '../../contract/accountDeletion.js';
import { ACCOUNT_DELETION_DAYS, DAY_MS } from '../../contract/limits.js';
import { endAllAccess } from '../auth/endAccess.js';
import { reauthenticate } from '../auth/proof.js';
import { softDelete } from '../platform/database/softDelete.js';
import { command, type Tx } from '../write/command.js';
import { type Context, requireViewer } from '../request/context.js';
import { conflict, isNotFound, notFound } from '../platform/lib/errors.js';
import { addJob } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { securityEvent } from '../request/securityEvents.js';
import { refuseLastAdministrator } from './administrators.js';
import { validatePlan, planError } from './accountDeletion.plan.js';
import { Membership } from '../projects/membership.entity.js';
import { Project } from '../projects/project.entity.js';

/** Attempts while the user's projects change concurrently. */
const ATTEMPTS = 5;

export interface AccountDeletion {
  deletionAt: Date;
}

/** Transfers and deletes projects as their owner would. */
async function applyPlan(tx: Tx, decisions: readonly ProjectFate[]): Promise<void> {
  const { userId } = tx.viewer;
  const newOwners = new Map(decisions.map(({ projectId, newOwnerId }) => [projectId, newOwnerId ?? null]));
  const deleted = decisions.filter(({ newOwnerId }) => newOwnerId == null).map(({ projectId }) => projectId);
  const transferred = [...newOwners].filter(([, successor]) => successor !== null);
  const people = [userId, ...transferred.map(([, successor]) => successor ?? '')];
  const where = { projectId: { $in: transferred.map(([id]) => id) }, userId: { $in: people } };
  for (const member of await tx.em.find(Membership, where)) {
    if (member.userId === userId) member.role = 'MEMBER';
    else if (member.userId === newOwners.get(member.projectId)) member.role = 'OWNER';
  }
  for (const project of await tx.em.find(Project, { id: { $in: deleted } })) {
    softDelete(project, userId, tx.revisionOf(project.id), tx.now);
  }
  await sql`
    insert into deletion_project (user_id, project_id) select ${userId}, unnest(${deleted}::uuid[])`.execute(
    tx.em.getKysely(),
  );
}

/**
 * Starts the 14 days after which the viewer's account is deleted, and ends all sessions. Transfers and deletes the
 * user's projects in the same command, so that no project is left without an owner. Throws VALIDATION_FAILED at
 * `projects` with the projects that need a decision, and at `currentPassword` or `code`.
 */
export async function deleteAccount(ctx: Context, raw: unknown): Promise<AccountDeletion> {
  const viewer = requireViewer(ctx);
  const { userId } = viewer;
  const { currentPassword, proof: given, code = null, projects: decisions } = parse(deleteAccountSchema, raw);
  const before = await validatePlan(ctx.em, userId, decisions);
  // an invalid plan must not use up a code
  const isValid = before.errors.length === 0;
  const proof = await reauthenticate(ctx, { currentPassword, proof: given, code: isValid ? code : undefined });
  if (!isValid) throw planError(before, proof.refusal ?? {});

  let isDone = false;
  const attempt = async (owned: readonly { id: string }[]): Promise<AccountDeletion> => {
    const lockedIds = new Set(owned.map(({ id }) => id));
    const { result } = await command<AccountDeletion>(ctx, {
      operation: 'deleteAccount',
      input: { projects: decisions },
      projectIds: [...lockedIds],
      inArchived: true,
      // The plan is checked against the current roles.
      needs: 'ANY',
      run: async (tx) => {
        await refuseLastAdministrator(tx.em, userId);
        // locks the account, as do changes that make this user an owner
        await proof.require(tx.em);
        const now = await validatePlan(tx.em, userId, decisions);
        if (now.owned.some(({ id }) => !lockedIds.has(id))) throw notFound('Project');
        if (now.errors.length > 0) throw planError(now);
        const deletionAt = new Date(tx.now.getTime() + ACCOUNT_DELETION_DAYS * DAY_MS);
        const { rows } = await sql`
          update account set deletion_at = ${deletionAt} where id = ${userId} and deletion_at is null
          returning id`.execute(tx.em.getKysely());
        if (rows.length === 0) throw conflict('This account is already being deleted');
        await applyPlan(tx, decisions);
        await endAllAccess(tx.em, userId, tx.now);
        await addJob(tx.em, 'mailAccount', { template: 'accountDeletion', userId });
        isDone = true;
        return { deletionAt };
      },
      receipt: ({ deletionAt }) => ({ deletionAt: deletionAt.toISOString() }),
      repeat: ({ deletionAt = '' }) => Promise.resolve({ deletionAt: new Date(deletionAt) }),
    });
    return result;
  };

  let { owned } = before;
  for (let tries = 1; ; tries += 1) {
    try {
      const deletion = await attempt(owned);
      // the rest of this request runs as a user whose account is being deleted
      viewer.deletionAt = deletion.deletionAt;
      if (isDone) securityEvent(ctx, 'account_deletion_begun');
      return deletion;
    } catch (error) {
      // NOT_FOUND: meanwhile, the user became or ceased to be the owner of a project
      if (!isNotFound(error) || tries === ATTEMPTS) throw error;
      ({ owned } = await validatePlan(ctx.resources.orm.em.fork(), userId, decisions));
    }
  }
}
