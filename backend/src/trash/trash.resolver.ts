import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../request/context.js';
import { Connection, PageArgsType } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { type IdInput, Input } from '../platform/graphql/write.js';
import { projectLoader } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { restoreProject } from '../projects/restore.service.js';
import { restoreTask } from '../tasks/restore.service.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { purgeNow } from './purge.service.js';
import { readTrash, type TrashRow } from './trash.reads.js';
import {
  PurgeInput,
  PurgePayload,
  RestoreProjectInput,
  RestoreProjectPayload,
  RestoreTaskInput,
  RestoreTaskPayload,
  TrashEntryConnection,
  TrashEntryType,
} from './trash.types.js';

@Resolver()
export class TrashResolver {
  @Query(() => TrashEntryConnection, {
    description:
      'Deleted objects that can be restored, last deleted first: tasks of your projects, and projects you owned.',
  })
  async trash(@Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readTrash(ctx, args));
  }

  @Mutation(() => RestoreTaskPayload, {
    description:
      'Restores a deleted task to its place, with its comments. CONFLICT if its project is deleted or archived. An open ' +
      'task is unassigned if its assignee has left the project.',
  })
  restoreTask(@Input(RestoreTaskInput, 'The task.') input: IdInput, @Ctx() ctx: Context) {
    return restoreTask(ctx, input.id);
  }

  @Mutation(() => RestoreProjectPayload, {
    description: 'Restores a deleted project with its contents and members. OWNERs only.',
  })
  restoreProject(@Input(RestoreProjectInput, 'The project.') input: IdInput, @Ctx() ctx: Context) {
    return restoreProject(ctx, input.id);
  }

  @Mutation(() => PurgePayload, {
    description: 'Permanently deletes a task or project from the trash. It can no longer be restored.',
  })
  purge(@Input(PurgeInput, 'The task or project.') input: IdInput, @Ctx() ctx: Context) {
    return purgeNow(ctx, input.id);
  }
}

@Resolver(() => TrashEntryType)
export class TrashEntryFields {
  @FieldResolver(() => UserType, orNull('Who deleted it.'))
  deleter(@Root() { deletedBy }: TrashRow, @Ctx() ctx: Context) {
    return deletedBy === null ? null : userLoader(ctx).load(deletedBy);
  }

  @FieldResolver(() => ProjectType, orNull('The project of a task; null for a project.'))
  project(@Root() { kind, projectId }: TrashRow, @Ctx() ctx: Context) {
    return kind === 'PROJECT' ? null : projectLoader(ctx).load(projectId);
  }
}
