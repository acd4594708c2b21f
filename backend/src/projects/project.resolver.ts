import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection } from '../kernel/graphql/connection.js';
import { PageArgsType } from '../kernel/graphql/pageArgs.js';
import { addMember, type MemberRemoved, type MemberWritten, removeMember, updateMember } from './member.service.js';
import type { ProjectRow } from './project.reads.js';
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  type ProjectDeleted,
  type ProjectWritten,
  updateProject,
} from './project.service.js';
import {
  AddProjectMemberInput,
  AddProjectMemberPayload,
  CreateProjectInput,
  CreateProjectPayload,
  DeleteProjectInput,
  DeleteProjectPayload,
  ProjectConnection,
  ProjectType,
  RemoveProjectMemberInput,
  RemoveProjectMemberPayload,
  UpdateProjectInput,
  UpdateProjectMemberInput,
  UpdateProjectMemberPayload,
  UpdateProjectPayload,
} from './project.types.js';

@Resolver()
export class ProjectResolver {
  @Query(() => ProjectType, { nullable: true, description: 'One of your projects; NOT_FOUND when absent or foreign.' })
  project(@Arg('id', () => ID, { description: 'The project.' }) id: string, @Ctx() ctx: Context): Promise<ProjectRow> {
    return getProject(ctx, id);
  }

  @Query(() => ProjectConnection, { description: 'Your projects, oldest first.' })
  async projects(@Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context): Promise<Connection<ProjectRow>> {
    return new Connection(await listProjects(ctx, args));
  }

  @Mutation(() => CreateProjectPayload, { description: 'Makes a project; you become its OWNER.' })
  createProject(
    @Arg('input', () => CreateProjectInput, { description: 'The new project.' }) input: CreateProjectInput,
    @Ctx() ctx: Context,
  ): Promise<ProjectWritten> {
    return createProject(ctx, input, input);
  }

  @Mutation(() => UpdateProjectPayload, { description: 'Changes name, description or colour.' })
  updateProject(
    @Arg('input', () => UpdateProjectInput, { description: 'What to change.' }) input: UpdateProjectInput,
    @Ctx() ctx: Context,
  ): Promise<ProjectWritten> {
    return updateProject(ctx, input.id, input, input);
  }

  @Mutation(() => DeleteProjectPayload, { description: 'Deletes a project with all its tasks. OWNER only.' })
  deleteProject(
    @Arg('input', () => DeleteProjectInput, { description: 'Which one.' }) input: DeleteProjectInput,
    @Ctx() ctx: Context,
  ): Promise<ProjectDeleted> {
    return deleteProject(ctx, input.id, input);
  }

  @Mutation(() => AddProjectMemberPayload, { description: 'Adds a person to a project. OWNER only.' })
  addProjectMember(
    @Arg('input', () => AddProjectMemberInput, { description: 'Whom, and as what.' }) input: AddProjectMemberInput,
    @Ctx() ctx: Context,
  ): Promise<MemberWritten> {
    return addMember(ctx, input.projectId, input, input);
  }

  @Mutation(() => UpdateProjectMemberPayload, {
    description: 'Gives a member another role. OWNER only; the last OWNER stays one.',
  })
  updateProjectMember(
    @Arg('input', () => UpdateProjectMemberInput, { description: 'Whose role.' }) input: UpdateProjectMemberInput,
    @Ctx() ctx: Context,
  ): Promise<MemberWritten> {
    return updateMember(ctx, input.projectId, input.userId, input, input);
  }

  @Mutation(() => RemoveProjectMemberPayload, {
    description: 'Takes a person out of a project and their open tasks off them. OWNER, or oneself to leave.',
  })
  removeProjectMember(
    @Arg('input', () => RemoveProjectMemberInput, { description: 'Whom.' }) input: RemoveProjectMemberInput,
    @Ctx() ctx: Context,
  ): Promise<MemberRemoved> {
    return removeMember(ctx, input.projectId, input.userId, input);
  }
}
