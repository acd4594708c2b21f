import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { hasRole } from '../../contract/roles.js';
import { addMemberSchema, updateMemberSchema } from '../../contract/projects.js';
import { command, pickRevisions, type Tx } from '../write/command.js';
import type { Context } from '../request/context.js';
import { conflict, fieldError, type FieldError, invalid, notFound } from '../platform/lib/errors.js';
import { parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { limitMembers } from '../request/rates.js';
import { INACTIVE, type Inactivity, inactivity, isActive } from '../users/user.reads.js';
import { MEMBERS } from './member.reads.js';
import { Membership } from './membership.entity.js';
import { Project } from './project.entity.js';
import { enforce, refuseAddToExample, refuseManageMembers, refuseRemovingLastOwner } from './project.policy.js';
import { presentMember } from './project.presenter.js';
import { readProject } from './project.reads.js';
import type { MemberWrittenType, RemoveProjectMemberPayload } from './project.types.js';

async function requireMember(em: EntityManager, projectId: string, userId: string): Promise<Membership> {
  const member = await em.findOne(Membership, { projectId, userId });
  if (!member) throw notFound('Member');
  return member;
}

async function reloadMember(ctx: Context, projectId: string, userId: string): Promise<Membership> {
  await readProject(ctx, projectId);
  return requireMember(ctx.em, projectId, userId);
}

async function countOtherOwners(tx: Tx, projectId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project_member m join account a on a.id = m.user_id and ${isActive}
    where m.project_id = ${projectId} and m.role = 'OWNER' and m.user_id <> ${userId}`.execute(tx.em.getKysely());
  return rows[0]?.count ?? 0;
}

const USER_NOT_FOUND = fieldError('userNotFound', 'User not found');
export const LAST_OWNER = fieldError('lastOwner', 'The last owner must stay an owner');

/**
 * Returns the reason why this user cannot get a role, or null. Locks the account until the command ends against
 * concurrent deletion or suspension.
 */
export async function findInactiveReason(tx: Tx, userId: string): Promise<FieldError | null> {
  const { rows } = await sql<{ reason: Inactivity | null }>`
    select ${inactivity} as reason from account a where a.id = ${userId} for share`.execute(tx.em.getKysely());
  const [found] = rows;
  if (!found) return USER_NOT_FOUND;
  return found.reason && INACTIVE[found.reason];
}

/** Adds a member. OWNER only; CONFLICT for a present member. */
export async function addMember(ctx: Context, rawId: unknown, raw: unknown): Promise<MemberWrittenType> {
  const projectId = parseId(rawId);
  const input = parse(addMemberSchema, raw);
  await limitMembers(ctx, input.userId);
  const { result, ...left } = await command<Membership>(ctx, {
    operation: 'addProjectMember',
    input: { projectId, ...input },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseManageMembers(tx.roleIn(projectId)));
      enforce(refuseAddToExample(await tx.em.findOneOrFail(Project, { id: projectId })));
      const existing = await tx.em.findOne(Membership, { projectId, userId: input.userId });
      if (existing) throw conflict('This person is already a member', () => presentMember(ctx, MEMBERS.of(existing)));
      if ((await findInactiveReason(tx, input.userId)) !== null) throw invalid({ userId: USER_NOT_FOUND });
      return tx.em.create(Membership, { projectId, userId: input.userId, role: input.role, joinedAt: tx.now });
    },
    repeat: () => reloadMember(ctx, projectId, input.userId),
  });
  return { member: MEMBERS.of(result), ...pickRevisions(left) };
}

/** Changes a member's role. OWNER only; the last OWNER keeps theirs. */
export async function updateMember(
  ctx: Context,
  rawId: unknown,
  rawUserId: unknown,
  raw: unknown,
): Promise<MemberWrittenType> {
  const projectId = parseId(rawId);
  const userId = parseId(rawUserId);
  const { role } = parse(updateMemberSchema, raw);
  const { result, ...left } = await command<Membership>(ctx, {
    operation: 'updateProjectMember',
    input: { projectId, userId, role },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseManageMembers(tx.roleIn(projectId)));
      const member = await requireMember(tx.em, projectId, userId);
      if (member.role === role) return member;
      if (role === 'OWNER') {
        const reason = await findInactiveReason(tx, userId);
        if (reason !== null) throw invalid({ role: reason });
      } else if (refuseRemovingLastOwner(member.role, await countOtherOwners(tx, projectId, userId))) {
        throw invalid({ role: LAST_OWNER });
      }
      if (hasRole(member.role, 'MEMBER') && !hasRole(role, 'MEMBER')) {
        for (const react of tx.reactions.editorLost) react(tx, projectId, userId);
      }
      member.role = role;
      return member;
    },
    repeat: () => reloadMember(ctx, projectId, userId),
  });
  return { member: MEMBERS.of(result), ...pickRevisions(left) };
}

/** Removes a member: an OWNER removes anyone, and everyone can leave except the last OWNER. */
export async function removeMember(
  ctx: Context,
  rawId: unknown,
  rawUserId: unknown,
): Promise<RemoveProjectMemberPayload> {
  const projectId = parseId(rawId);
  const userId = parseId(rawUserId);
  await limitMembers(ctx, userId);
  const done = await command(ctx, {
    operation: 'removeProjectMember',
    input: { projectId, userId },
    projectIds: [projectId],
    inArchived: true,
    // Everyone can leave.
    needs: 'ANY',
    run: async (tx) => {
      if (userId !== tx.viewer.userId) enforce(refuseManageMembers(tx.roleIn(projectId)));
      const member = await requireMember(tx.em, projectId, userId);
      const refusal = refuseRemovingLastOwner(member.role, await countOtherOwners(tx, projectId, userId));
      if (refusal) throw invalid({ userId: fieldError('lastOwner', refusal) });
      for (const react of tx.reactions.editorLost) react(tx, projectId, userId);
      tx.em.remove(member);
    },
  });
  return { projectId, userId, ...pickRevisions(done) };
}
