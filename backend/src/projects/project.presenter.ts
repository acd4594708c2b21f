import type { Context } from '../kernel/context.js';
import { presentTo } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { InvitationRow } from './invitation.reads.js';
import { type MemberRow, rosterLoader } from './member.reads.js';
import type { ProjectRow } from './project.reads.js';

/** A project as REST answers one: with who belongs to it. */
export async function presentProject(ctx: Context, project: ProjectRow) {
  const memberIds = (await rosterLoader(ctx).load(project.id))?.memberIds ?? [];
  return { ...project, memberCount: memberIds.length, memberIds };
}

/** A member as REST answers one: with the person. */
export async function presentMember(ctx: Context, member: MemberRow) {
  const user = await userLoader(ctx).load(member.userId);
  return { ...member, user: user && presentTo(ctx, user) };
}

/** An invitation as REST answers one: with who sent it last. */
export async function presentInvitation(ctx: Context, invitation: InvitationRow) {
  const inviter = await userLoader(ctx).load(invitation.inviterId);
  return { ...invitation, inviter: inviter && presentTo(ctx, inviter) };
}
