import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../request/context.js';
import { Connection } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { type IdInput, Input, type InputWith } from '../platform/graphql/write.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { addMember, removeMember, updateMember } from './member.service.js';
import { archiveProject, unarchiveProject } from './archive.service.js';
import { muteProject, unmuteProject } from './mute.service.js';
import { readLastProject } from './project.reads.js';
import { deleteProject, getProject, listProjects, updateProject } from './project.service.js';
import {
  AddProjectMemberInput,
  AddProjectMemberPayload,
  ArchiveProjectInput,
  ArchiveProjectPayload,
  DeleteProjectInput,
  DeleteProjectPayload,
  MuteProjectInput,
  MuteProjectPayload,
  ProjectConnection,
  ProjectListArgsType,
  ProjectType,
  RemoveProjectMemberInput,
  RemoveProjectMemberPayload,
  UnarchiveProjectInput,
  UnarchiveProjectPayload,
  UnmuteProjectInput,
  UnmuteProjectPayload,
  UpdateProjectInput,
  UpdateProjectMemberInput,
  UpdateProjectMemberPayload,
  UpdateProjectPayload,
} from './project.types.js';

@Resolver()
export class ProjectResolver {
  @Query(() => ProjectType, orNull('One of your projects; NOT_FOUND if it is absent or not yours.'))
  project(@Arg('id', () => ID, { description: 'The project.' }) id: string, @Ctx() ctx: Context) {
    return getProject(ctx, id);
  }

  @Query(() => ProjectConnection, {
    description: 'Your projects, oldest first; by default without archived ones, and with templates.',
  })
  async projects(@Args(() => ProjectListArgsType) args: ProjectListArgsType, @Ctx() ctx: Context) {
    return new Connection(await listProjects(ctx, args));
  }

  @Mutation(() => UpdateProjectPayload, {
    description: 'Changes the name, description, color or key, or makes it a template.',
  })
  updateProject(@Input(UpdateProjectInput, 'What to change.') input: IdInput, @Ctx() ctx: Context) {
    return updateProject(ctx, input.id, input);
  }

  @Mutation(() => ArchiveProjectPayload, {
    description:
      'Archives a project: members can still read it, but every change is FORBIDDEN, except leaving, removing members, ' +
      'and deleting or unarchiving it. OWNER only.',
  })
  archiveProject(@Input(ArchiveProjectInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return archiveProject(ctx, input.id);
  }

  @Mutation(() => UnarchiveProjectPayload, { description: 'Restores a project from the archive. OWNER only.' })
  unarchiveProject(@Input(UnarchiveProjectInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return unarchiveProject(ctx, input.id);
  }

  @Mutation(() => MuteProjectPayload, {
    description:
      'Mutes a project for yourself: you hear of it only if you are mentioned or get a task. Due dates are not reminded of.',
  })
  muteProject(@Input(MuteProjectInput, 'Which one.') input: InputWith<'projectId'>, @Ctx() ctx: Context) {
    return muteProject(ctx, input.projectId);
  }

  @Mutation(() => UnmuteProjectPayload, { description: 'Unmutes a project.' })
  unmuteProject(@Input(UnmuteProjectInput, 'Which one.') input: InputWith<'projectId'>, @Ctx() ctx: Context) {
    return unmuteProject(ctx, input.projectId);
  }

  @Mutation(() => DeleteProjectPayload, {
    description: 'Deletes a project with all its tasks. For 30 days, `restoreProject` can restore it. OWNER only.',
  })
  deleteProject(@Input(DeleteProjectInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return deleteProject(ctx, input.id);
  }

  @Mutation(() => AddProjectMemberPayload, { description: 'Adds a person to a project. OWNER only.' })
  addProjectMember(
    @Input(AddProjectMemberInput, 'The person and the role.') input: InputWith<'projectId'>,
    @Ctx() ctx: Context,
  ) {
    return addMember(ctx, input.projectId, input);
  }

  @Mutation(() => UpdateProjectMemberPayload, {
    description:
      'Changes a member’s role. A new COMMENTER or VIEWER loses their open tasks. OWNER only; the last OWNER keeps theirs.',
  })
  updateProjectMember(
    @Input(UpdateProjectMemberInput, 'The member and the new role.') input: InputWith<'projectId' | 'userId'>,
    @Ctx() ctx: Context,
  ) {
    return updateMember(ctx, input.projectId, input.userId, input);
  }

  @Mutation(() => RemoveProjectMemberPayload, {
    description: 'Removes a member and unassigns their open tasks. OWNER only, or yourself to leave.',
  })
  removeProjectMember(
    @Input(RemoveProjectMemberInput, 'The member.') input: InputWith<'projectId' | 'userId'>,
    @Ctx() ctx: Context,
  ) {
    return removeMember(ctx, input.projectId, input.userId);
  }
}

@Resolver(() => UserType)
export class UserProjectFields {
  @Personal()
  @FieldResolver(() => ID, {
    nullable: true,
    description:
      'The active project that you changed last, where your next task probably belongs. Null if there is none, and for other people.',
  })
  lastProjectId(@Root() user: UserRow, @Ctx() ctx: Context) {
    return ctx.viewer?.userId === user.id ? readLastProject(ctx.em, ctx.viewer) : null;
  }
}
