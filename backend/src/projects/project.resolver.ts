import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection } from '../kernel/graphql/connection.js';
import { Personal } from '../kernel/graphql/personal.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { addMember, removeMember, updateMember } from './member.service.js';
import { archiveProject, unarchiveProject } from './archive.service.js';
import { readLastProject } from './project.reads.js';
import { createProject, deleteProject, getProject, listProjects, updateProject } from './project.service.js';
import {
  AddProjectMemberInput,
  AddProjectMemberPayload,
  ArchiveProjectInput,
  ArchiveProjectPayload,
  CreateProjectInput,
  CreateProjectPayload,
  DeleteProjectInput,
  DeleteProjectPayload,
  ProjectConnection,
  ProjectListArgsType,
  ProjectType,
  RemoveProjectMemberInput,
  RemoveProjectMemberPayload,
  UnarchiveProjectInput,
  UnarchiveProjectPayload,
  UpdateProjectInput,
  UpdateProjectMemberInput,
  UpdateProjectMemberPayload,
  UpdateProjectPayload,
} from './project.types.js';

@Resolver()
export class ProjectResolver {
  @Query(() => ProjectType, { nullable: true, description: 'One of your projects; NOT_FOUND when absent or foreign.' })
  project(@Arg('id', () => ID, { description: 'The project.' }) id: string, @Ctx() ctx: Context) {
    return getProject(ctx, id);
  }

  @Query(() => ProjectConnection, { description: 'Your projects, oldest first; without those that are archived.' })
  async projects(@Args(() => ProjectListArgsType) args: ProjectListArgsType, @Ctx() ctx: Context) {
    return new Connection(await listProjects(ctx, args));
  }

  @Mutation(() => CreateProjectPayload, { description: 'Makes a project; you become its OWNER.' })
  createProject(@Input(CreateProjectInput, 'The new project.') input: CreateProjectInput, @Ctx() ctx: Context) {
    return createProject(ctx, input);
  }

  @Mutation(() => UpdateProjectPayload, { description: 'Changes name, description or colour.' })
  updateProject(@Input(UpdateProjectInput, 'What to change.') input: UpdateProjectInput, @Ctx() ctx: Context) {
    return updateProject(ctx, input.id, input);
  }

  @Mutation(() => ArchiveProjectPayload, {
    description:
      'Archives a project: its members go on reading it, and every change in it is FORBIDDEN, but for leaving, removing people, ' +
      'deleting it and taking it back. OWNER only.',
  })
  archiveProject(@Input(ArchiveProjectInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return archiveProject(ctx, input.id);
  }

  @Mutation(() => UnarchiveProjectPayload, { description: 'Takes a project back from the archive. OWNER only.' })
  unarchiveProject(@Input(UnarchiveProjectInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return unarchiveProject(ctx, input.id);
  }

  @Mutation(() => DeleteProjectPayload, {
    description: 'Deletes a project with all its tasks. For 30 days `restoreProject` takes it back. OWNER only.',
  })
  deleteProject(@Input(DeleteProjectInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return deleteProject(ctx, input.id);
  }

  @Mutation(() => AddProjectMemberPayload, { description: 'Adds a person to a project. OWNER only.' })
  addProjectMember(
    @Input(AddProjectMemberInput, 'Whom, and as what.') input: AddProjectMemberInput,
    @Ctx() ctx: Context,
  ) {
    return addMember(ctx, input.projectId, input);
  }

  @Mutation(() => UpdateProjectMemberPayload, {
    description: 'Gives a member another role. OWNER only; the last OWNER stays one.',
  })
  updateProjectMember(
    @Input(UpdateProjectMemberInput, 'Whose role.') input: UpdateProjectMemberInput,
    @Ctx() ctx: Context,
  ) {
    return updateMember(ctx, input.projectId, input.userId, input);
  }

  @Mutation(() => RemoveProjectMemberPayload, {
    description: 'Takes a person out of a project and their open tasks off them. OWNER, or oneself to leave.',
  })
  removeProjectMember(@Input(RemoveProjectMemberInput, 'Whom.') input: RemoveProjectMemberInput, @Ctx() ctx: Context) {
    return removeMember(ctx, input.projectId, input.userId);
  }
}

/** What projects add to the signed-in person. */
@Resolver(() => UserType)
export class UserProjectFields {
  @Personal()
  @FieldResolver(() => ID, {
    nullable: true,
    description:
      'The project in which you last changed something: where your next task probably goes. Of the projects you still belong to, without those that are archived; null where there is none, and for everybody but oneself.',
  })
  lastProjectId(@Root() user: UserRow, @Ctx() ctx: Context) {
    return ctx.viewer?.userId === user.id ? readLastProject(ctx.em, ctx.viewer) : null;
  }
}
