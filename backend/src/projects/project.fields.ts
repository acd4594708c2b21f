import { Args, Ctx, FieldResolver, ID, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../request/context.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { type MemberRow, readMembers, type Roster, rosterLoader } from './member.reads.js';
import {
  isAllowedIn,
  type Refusal,
  refuseAddToExample,
  refuseArchiveProject,
  refuseDeleteProject,
  refuseManageMembers,
  refuseRemovingLastOwner,
} from './project.policy.js';
import { muteLoader, type ProjectRow, projectLoader } from './project.reads.js';
import {
  MemberWrittenType,
  ProjectMemberConnection,
  ProjectMemberType,
  ProjectType,
  RemoveProjectMemberPayload,
} from './project.types.js';

const EMPTY_ROSTER: Roster = { memberIds: [], owners: 0 };
const loadRoster = async (ctx: Context, projectId: string): Promise<Roster> =>
  (await rosterLoader(ctx).load(projectId)) ?? EMPTY_ROSTER;
const isAllowed = (refusal: Refusal): boolean => refusal === null;

@Resolver(() => ProjectType)
export class ProjectFields {
  @FieldResolver(() => Int, { description: 'The number of its members.' })
  async memberCount(@Root() project: ProjectRow, @Ctx() ctx: Context) {
    return (await loadRoster(ctx, project.id)).memberIds.length;
  }

  @FieldResolver(() => [ID], { description: 'The ids of its members, in the order they joined.' })
  async memberIds(@Root() project: ProjectRow, @Ctx() ctx: Context) {
    return (await loadRoster(ctx, project.id)).memberIds;
  }

  @FieldResolver(() => ProjectMemberConnection, { description: 'Its members, in the order they joined.' })
  async members(@Root() project: ProjectRow, @Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readMembers(ctx, project.id, args));
  }

  @Personal()
  @FieldResolver(() => Boolean, {
    description: 'Whether you have muted it: you hear of it only if you are mentioned or get a task.',
  })
  async viewerHasMuted(@Root() project: ProjectRow, @Ctx() ctx: Context): Promise<boolean> {
    return (await muteLoader(ctx).load(project.id)) ?? false;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether you can edit it and its contents: as an OWNER or MEMBER, unless it is archived.',
  })
  viewerCanEdit(@Root() project: ProjectRow): boolean {
    return isAllowedIn(project, 'MEMBER');
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether you can comment on its tasks: in every role but VIEWER, unless it is archived.',
  })
  viewerCanComment(@Root() project: ProjectRow): boolean {
    return isAllowedIn(project, 'COMMENTER');
  }

  @FieldResolver(() => Boolean, { description: 'Whether you can archive and unarchive it.' })
  viewerCanArchive(@Root() project: ProjectRow): boolean {
    return isAllowed(refuseArchiveProject(project.viewerRole));
  }

  @FieldResolver(() => Boolean, { description: 'Whether you can delete it.' })
  viewerCanDelete(@Root() project: ProjectRow): boolean {
    return isAllowed(refuseDeleteProject(project.viewerRole));
  }

  @FieldResolver(() => Boolean, {
    description:
      'Whether you can add and remove members and change roles. For an archived project, see `viewerCanRemoveMembers`.',
  })
  viewerCanManageMembers(@Root() project: ProjectRow): boolean {
    return (
      project.archivedAt === null &&
      isAllowed(refuseManageMembers(project.viewerRole)) &&
      isAllowed(refuseAddToExample(project))
    );
  }

  @FieldResolver(() => Boolean, { description: 'Whether you can remove members and revoke invitations.' })
  viewerCanRemoveMembers(@Root() project: ProjectRow): boolean {
    return isAllowed(refuseManageMembers(project.viewerRole));
  }

  @FieldResolver(() => Boolean, { description: 'Whether you can leave. The last owner cannot.' })
  async viewerCanLeave(@Root() project: ProjectRow, @Ctx() ctx: Context) {
    return isAllowed(refuseRemovingLastOwner(project.viewerRole, (await loadRoster(ctx, project.id)).owners - 1));
  }
}

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

@Resolver(() => MemberWrittenType)
export class MemberWrittenFields {
  @FieldResolver(() => ProjectType, { description: 'The project as it is now.' })
  project(@Root() { member }: { member: MemberRow }, @Ctx() ctx: Context) {
    return projectLoader(ctx).load(member.projectId);
  }
}

@Resolver(() => RemoveProjectMemberPayload)
export class RemoveProjectMemberFields {
  @FieldResolver(() => ProjectType, orNull('The project as it is now; null if you left it.'))
  project(@Root() { projectId }: { projectId: string }, @Ctx() ctx: Context) {
    return projectLoader(ctx).load(projectId);
  }
}
