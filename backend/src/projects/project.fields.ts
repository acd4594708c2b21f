import { Args, Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection, PageArgsType } from '../kernel/graphql/connection.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { type MemberRow, readMembers, type Roster, rosterLoader } from './member.reads.js';
import {
  type Refusal,
  refuseArchiveProject,
  refuseDeleteProject,
  refuseLosingOwner,
  refuseManageMembers,
} from './project.policy.js';
import { type ProjectRow, projectLoader } from './project.reads.js';
import {
  MemberWrittenType,
  ProjectMemberConnection,
  ProjectMemberType,
  ProjectType,
  RemoveProjectMemberPayload,
} from './project.types.js';

const NOBODY: Roster = { memberIds: [], owners: 0 };
const roster = async (ctx: Context, projectId: string): Promise<Roster> =>
  (await rosterLoader(ctx).load(projectId)) ?? NOBODY;
const allowed = (refusal: Refusal): boolean => refusal === null;

/** The computed fields of a project. */
@Resolver(() => ProjectType)
export class ProjectFields {
  @FieldResolver(() => Int, { description: 'How many people belong to it.' })
  async memberCount(@Root() project: ProjectRow, @Ctx() ctx: Context) {
    return (await roster(ctx, project.id)).memberIds.length;
  }

  @FieldResolver(() => [ID], { description: 'The ids of its members, in the order they joined.' })
  async memberIds(@Root() project: ProjectRow, @Ctx() ctx: Context) {
    return (await roster(ctx, project.id)).memberIds;
  }

  @FieldResolver(() => ProjectMemberConnection, { description: 'Its members, in the order they joined.' })
  async members(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readMembers(ctx, project.id, args));
  }

  @FieldResolver(() => Boolean, {
    description: 'May you edit it and what is in it? Every member may, unless it is archived.',
  })
  viewerCanEdit(@Root() project: ProjectRow): boolean {
    return project.archivedAt === null;
  }

  @FieldResolver(() => Boolean, { description: 'May you archive it, and take it back from the archive?' })
  viewerCanArchive(@Root() project: ProjectRow): boolean {
    return allowed(refuseArchiveProject(project.viewerRole));
  }

  @FieldResolver(() => Boolean, { description: 'May you delete it?' })
  viewerCanDelete(@Root() project: ProjectRow): boolean {
    return allowed(refuseDeleteProject(project.viewerRole));
  }

  @FieldResolver(() => Boolean, {
    description:
      'May you add and remove members and change roles? Of one that is archived, see `viewerCanRemoveMembers`.',
  })
  viewerCanManageMembers(@Root() project: ProjectRow): boolean {
    return project.archivedAt === null && allowed(refuseManageMembers(project.viewerRole));
  }

  @FieldResolver(() => Boolean, { description: 'May you remove members, and revoke invitations?' })
  viewerCanRemoveMembers(@Root() project: ProjectRow): boolean {
    return allowed(refuseManageMembers(project.viewerRole));
  }

  @FieldResolver(() => Boolean, { description: 'May you leave? The last owner cannot.' })
  async viewerCanLeave(@Root() project: ProjectRow, @Ctx() ctx: Context) {
    return allowed(refuseLosingOwner(project.viewerRole, (await roster(ctx, project.id)).owners - 1));
  }
}

/** The computed fields of a membership. */
@Resolver(() => ProjectMemberType)
export class ProjectMemberFields {
  @FieldResolver(() => ID, { description: 'The membership: `project id:user id`.' })
  id(@Root() member: MemberRow): string {
    return `${member.projectId}:${member.userId}`;
  }

  @FieldResolver(() => UserType, { description: 'The person.' })
  user(@Root() member: MemberRow, @Ctx() ctx: Context) {
    return userLoader(ctx).load(member.userId);
  }
}

/** The project that a membership payload speaks of. */
@Resolver(() => MemberWrittenType)
export class MemberWrittenFields {
  @FieldResolver(() => ProjectType, { description: 'The project as it is now.' })
  project(@Root() { member }: { member: MemberRow }, @Ctx() ctx: Context) {
    return projectLoader(ctx).load(member.projectId);
  }
}

@Resolver(() => RemoveProjectMemberPayload)
export class RemoveProjectMemberFields {
  @FieldResolver(() => ProjectType, { nullable: true, description: 'The project as it is now; null when you left it.' })
  project(@Root() { projectId }: { projectId: string }, @Ctx() ctx: Context) {
    return projectLoader(ctx).load(projectId);
  }
}
