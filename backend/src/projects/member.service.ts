import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { addMemberSchema, updateMemberSchema } from '../../contract/projects.js';
import { command, leftBy, type Tx } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { conflict, invalid, notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { limitMembers } from '../kernel/rates.js';
import { INACTIVE, type Inactivity, inactivity, isActive } from '../users/user.reads.js';
import { MEMBERS } from './member.reads.js';
import { Membership } from './membership.entity.js';
import { enforce, refuseLosingOwner, refuseManageMembers } from './project.policy.js';
import { presentMember } from './project.presenter.js';
import { readProject } from './project.reads.js';
import type { MemberWrittenType, RemoveProjectMemberPayload } from './project.types.js';

/** A membership; NOT_FOUND when there is none. */
async function requireMember(em: EntityManager, projectId: string, userId: string): Promise<Membership> {
  const member = await em.findOne(Membership, { projectId, userId });
  if (!member) throw notFound('Member');
  return member;
}

/** The membership as it is now, for a repeat. */
async function reload(ctx: Context, projectId: string, userId: string): Promise<Membership> {
  await readProject(ctx, projectId);
  return requireMember(ctx.em, projectId, userId);
}

/** How many others own the project. */
async function otherOwners(tx: Tx, projectId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from project_member m join account a on a.id = m.user_id and ${isActive}
    where m.project_id = ${projectId} and m.role = 'OWNER' and m.user_id <> ${userId}`.execute(tx.em.getKysely());
  return rows[0]?.count ?? 0;
}

/**
 * Returns why this person can't be given a role; null where they can. The account is held until the command ends, so that
 * its deletion or suspension comes before it or after.
 */
export async function whyInactive(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ reason: Inactivity | null }>`
    select ${inactivity} as reason from account a where a.id = ${userId} for share`.execute(tx.em.getKysely());
  const [found] = rows;
  if (!found) return 'User not found';
  return found.reason && INACTIVE[found.reason];
}

/** Adds a person to a project. OWNER only; CONFLICT when they are a member already. */
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
      const existing = await tx.em.findOne(Membership, { projectId, userId: input.userId });
      if (existing) throw conflict('This person is already a member', () => presentMember(ctx, MEMBERS.of(existing)));
      if ((await whyInactive(tx, input.userId)) !== null) throw invalid({ userId: ['User not found'] });
      return tx.em.create(Membership, { projectId, userId: input.userId, role: input.role, joinedAt: tx.now });
    },
    repeat: () => reload(ctx, projectId, input.userId),
  });
  return { member: MEMBERS.of(result), ...leftBy(left) };
}

/** Gives a member another role. OWNER only; the last OWNER stays one. */
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
        const reason = await whyInactive(tx, userId);
        if (reason !== null) throw invalid({ role: [reason] });
      } else if (refuseLosingOwner(member.role, await otherOwners(tx, projectId, userId))) {
        throw invalid({ role: ['The last owner must stay an owner'] });
      }
      member.role = role;
      return member;
    },
    repeat: () => reload(ctx, projectId, userId),
  });
  return { member: MEMBERS.of(result), ...leftBy(left) };
}

/** Takes a person out of a project: an OWNER anybody, everybody themselves; the last OWNER cannot leave. */
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
    run: async (tx) => {
      if (userId !== tx.viewer.userId) enforce(refuseManageMembers(tx.roleIn(projectId)));
      const member = await requireMember(tx.em, projectId, userId);
      const refusal = refuseLosingOwner(member.role, await otherOwners(tx, projectId, userId));
      if (refusal) throw invalid({ userId: [refusal] });
      for (const react of tx.reactions.memberRemoved) react(tx, projectId, userId);
      tx.em.remove(member);
    },
  });
  return { projectId, userId, ...leftBy(done) };
}
