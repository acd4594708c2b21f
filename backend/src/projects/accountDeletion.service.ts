import { sql } from 'kysely';
import { deleteAccountSchema, type ProjectFate } from '../../contract/accountDeletion.js';
import { ACCOUNT_DELETION_DAYS, DAY_MS } from '../../contract/limits.js';
import { endChallenges } from '../auth/challenge.js';
import { endAccess } from '../auth/endAccess.js';
import { prove } from '../auth/proof.js';
import { bury } from '../db/tombstone.js';
import { command, type Tx } from '../kernel/command.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { conflict, isNotFound, notFound } from '../kernel/errors.js';
import { addJob } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { judgeFates, refusalOfFates } from './accountDeletion.fates.js';
import { Membership } from './membership.entity.js';
import { Project } from './project.entity.js';

/** What is asked again while one's projects change under one's hands. */
const ATTEMPTS = 5;

/** Until when the account can be restored. */
export interface AccountDeletion {
  deletionAt: Date;
}

/** Hands projects over and deletes others, each as its owner does by hand. */
async function settleProjects(tx: Tx, fates: readonly ProjectFate[]): Promise<void> {
  const { userId } = tx.viewer;
  const given = new Map(fates.map(({ projectId, newOwnerId }) => [projectId, newOwnerId ?? null]));
  const gone = fates.filter(({ newOwnerId }) => newOwnerId == null).map(({ projectId }) => projectId);
  const kept = [...given].filter(([, heir]) => heir !== null);
  const people = [userId, ...kept.map(([, heir]) => heir ?? '')];
  const found = { projectId: { $in: kept.map(([id]) => id) }, userId: { $in: people } };
  for (const member of await tx.em.find(Membership, found)) {
    if (member.userId === userId) member.role = 'MEMBER';
    else if (member.userId === given.get(member.projectId)) member.role = 'OWNER';
  }
  for (const project of await tx.em.find(Project, { id: { $in: gone } })) {
    bury(project, userId, tx.revisionOf(project.id), tx.now);
  }
  await sql`
    insert into deletion_project (user_id, project_id) select ${userId}, unnest(${gone}::uuid[])`.execute(
    tx.em.getKysely(),
  );
}

/**
 * Begins the 14 days after which the viewer's account is deleted. What they say of their projects is done at once, in one
 * command: so nobody is left without an owner who could have had one. Then they are signed out everywhere. VALIDATION_FAILED
 * at `projects` with those of which nothing was said, and at `currentPassword` or `code`.
 */
export async function deleteAccount(ctx: Context, raw: unknown): Promise<AccountDeletion> {
  const viewer = requireViewer(ctx);
  const { userId } = viewer;
  const { currentPassword, code = null, projects: fates } = parse(deleteAccountSchema, raw);
  const before = await judgeFates(ctx.em, userId, fates);
  // no code is used up for what cannot be done
  const canBeDone = before.messages.length === 0;
  const proof = await prove(ctx, { currentPassword, code: canBeDone ? code : undefined });
  if (!canBeDone) throw refusalOfFates(before, proof.refusal ?? {});

  let isBegun = false;
  const attempt = async (owned: readonly { id: string }[]): Promise<AccountDeletion> => {
    const held = new Set(owned.map(({ id }) => id));
    const { result } = await command<AccountDeletion>(ctx, {
      operation: 'deleteAccount',
      input: { projects: fates },
      projectIds: [...held],
      inArchived: true,
      run: async (tx) => {
        // whoever makes this person an owner waits for it, or has done so
        await proof.require(tx.em);
        const now = await judgeFates(tx.em, userId, fates);
        if (now.owned.some(({ id }) => !held.has(id))) throw notFound('Project');
        if (now.messages.length > 0) throw refusalOfFates(now);
        const deletionAt = new Date(tx.now.getTime() + ACCOUNT_DELETION_DAYS * DAY_MS);
        const { rows } = await sql`
          update account set deletion_at = ${deletionAt} where id = ${userId} and deletion_at is null
          returning id`.execute(tx.em.getKysely());
        if (rows.length === 0) throw conflict('This account is being deleted already');
        await settleProjects(tx, fates);
        await endAccess(tx.em, userId, tx.now);
        await endChallenges(tx.em, userId);
        await addJob(tx.em, 'mailAccount', { template: 'accountDeletion', userId });
        isBegun = true;
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
      const begun = await attempt(owned);
      // what else this request asks for comes after it
      viewer.deletionAt = begun.deletionAt;
      if (isBegun) securityEvent(ctx, 'account_deletion_begun');
      return begun;
    } catch (error) {
      // one of the projects is theirs only now, or no more
      if (!isNotFound(error) || tries === ATTEMPTS) throw error;
      ({ owned } = await judgeFates(ctx.resources.orm.em.fork(), userId, fates));
    }
  }
}
