import type { EntityManager } from '@mikro-orm/postgresql';
import { addMemberSchema, updateMemberSchema } from '../../contract/projects.js';
import { command, type Tx } from '../kernel/command.js';
import type { Context } from '../kernel/context.js';
import { conflict, invalid, notFound } from '../kernel/errors.js';
import { parseId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { limitMembers } from '../kernel/rates.js';
import { User } from '../users/user.entity.js';
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

const countOwners = (tx: Tx, projectId: string): Promise<number> =>
  tx.em.count(Membership, { projectId, role: 'OWNER' });

/** Adds a person to a project. OWNER only; CONFLICT when they are a member already. */
export async function addMember(ctx: Context, rawId: unknown, raw: unknown): Promise<MemberWrittenType> {
  const projectId = parseId(rawId);
  const input = parse(addMemberSchema, raw);
  await limitMembers(ctx, input.userId);
  const { result, revision } = await command<Membership>(ctx, {
    operation: 'addProjectMember',
    input: { projectId, ...input },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseManageMembers(tx.roleIn(projectId)));
      const existing = await tx.em.findOne(Membership, { projectId, userId: input.userId });
      if (existing) throw conflict('This person is already a member', () => presentMember(ctx, MEMBERS.of(existing)));
      if ((await tx.em.count(User, { id: input.userId })) === 0) throw invalid({ userId: ['User not found'] });
      return tx.em.create(Membership, { projectId, userId: input.userId, role: input.role, joinedAt: tx.now });
    },
    repeat: () => reload(ctx, projectId, input.userId),
  });
  return { member: MEMBERS.of(result), revision };
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
  const { result, revision } = await command<Membership>(ctx, {
    operation: 'updateProjectMember',
    input: { projectId, userId, role },
    projectIds: [projectId],
    run: async (tx) => {
      enforce(refuseManageMembers(tx.roleIn(projectId)));
      const member = await requireMember(tx.em, projectId, userId);
      if (
        member.role === 'OWNER' &&
        role !== 'OWNER' &&
        refuseLosingOwner(member.role, await countOwners(tx, projectId))
      ) {
        throw invalid({ role: ['The last owner must stay an owner'] });
      }
      member.role = role;
      return member;
    },
    repeat: () => reload(ctx, projectId, userId),
  });
  return { member: MEMBERS.of(result), revision };
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
  const { revision } = await command(ctx, {
    operation: 'removeProjectMember',
    input: { projectId, userId },
    projectIds: [projectId],
    run: async (tx) => {
      if (userId !== tx.viewer.userId) enforce(refuseManageMembers(tx.roleIn(projectId)));
      const member = await requireMember(tx.em, projectId, userId);
      const refusal = refuseLosingOwner(member.role, await countOwners(tx, projectId));
      if (refusal) throw invalid({ userId: [refusal] });
      for (const react of tx.reactions.memberRemoved) react(tx, projectId, userId);
      tx.em.remove(member);
    },
  });
  return { projectId, userId, revision };
}
