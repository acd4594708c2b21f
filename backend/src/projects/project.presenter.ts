import type { Context } from '../request/context.js';
import { presentUser } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { InvitationRow } from './invitation.reads.js';
import { type MemberRow, rosterLoader } from './member.reads.js';
import { muteLoader, type ProjectRow } from './project.reads.js';

export async function presentProject(ctx: Context, project: ProjectRow) {
  const memberIds = (await rosterLoader(ctx).load(project.id))?.memberIds ?? [];
  const viewerHasMuted = (await muteLoader(ctx).load(project.id)) ?? false;
  return { ...project, memberCount: memberIds.length, memberIds, viewerHasMuted };
}

export async function presentMember(ctx: Context, member: MemberRow) {
  const user = await userLoader(ctx).load(member.userId);
  return { ...member, user: user && presentUser(ctx, user) };
}

export async function presentInvitation(ctx: Context, invitation: InvitationRow) {
  const inviter = await userLoader(ctx).load(invitation.inviterId);
  return { ...invitation, inviter: inviter && presentUser(ctx, inviter) };
}
