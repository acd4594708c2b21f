import type { Context } from '../kernel/context.js';
import { presentTo } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import { type MemberRow, rosterLoader } from './member.reads.js';
import type { ProjectRow } from './project.reads.js';

/** A project as REST answers one. */
export async function presentProject(ctx: Context, project: ProjectRow) {
  const { id, name, description, color, revision, version, createdAt, updatedAt, viewerRole } = project;
  const memberIds = (await rosterLoader(ctx).load(id))?.memberIds ?? [];
  return {
    id,
    name,
    description,
    color,
    revision,
    version,
    memberCount: memberIds.length,
    memberIds,
    viewerRole,
    createdAt,
    updatedAt,
  };
}

/** A member as REST answers one. */
export async function presentMember(ctx: Context, { userId, projectId, role, joinedAt }: MemberRow) {
  const user = await userLoader(ctx).load(userId);
  return { userId, projectId, role, joinedAt, user: user && presentTo(ctx, user) };
}
