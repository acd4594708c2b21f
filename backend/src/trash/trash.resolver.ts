import { Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection, PageArgsType } from '../kernel/graphql/connection.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
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
      'What was deleted and can be restored, last deleted first: tasks of your projects, and projects you owned.',
  })
  async trash(@Args(() => PageArgsType) args: PageArgsType, @Ctx() ctx: Context) {
    return new Connection(await readTrash(ctx, args));
  }

  @Mutation(() => RestoreTaskPayload, {
    description:
      'Restores a deleted task to its place, with its comments. CONFLICT where its project is deleted or archived. An open ' +
      'task of somebody who has left is nobody’s.',
  })
  restoreTask(@Input(RestoreTaskInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return restoreTask(ctx, input.id);
  }

  @Mutation(() => RestoreProjectPayload, {
    description:
      'Restores a deleted project with all that was in it and everybody who belonged to it. Its OWNERs only.',
  })
  restoreProject(@Input(RestoreProjectInput, 'Which one.') input: IdInput, @Ctx() ctx: Context) {
    return restoreProject(ctx, input.id);
  }

  @Mutation(() => PurgePayload, {
    description: 'Removes from the trash for good what nobody can restore from then on.',
  })
  purge(@Input(PurgeInput, 'What.') input: IdInput, @Ctx() ctx: Context) {
    return purgeNow(ctx, input.id);
  }
}

/** What hangs on what was deleted. */
@Resolver(() => TrashEntryType)
export class TrashEntryFields {
  @FieldResolver(() => UserType, { nullable: true, description: 'Who deleted it.' })
  deleter(@Root() { deletedBy }: TrashRow, @Ctx() ctx: Context) {
    return deletedBy === null ? null : userLoader(ctx).load(deletedBy);
  }

  @FieldResolver(() => ProjectType, { nullable: true, description: 'The project of a task; null of a project.' })
  project(@Root() { kind, projectId }: TrashRow, @Ctx() ctx: Context) {
    return kind === 'PROJECT' ? null : projectLoader(ctx).load(projectId);
  }
}
