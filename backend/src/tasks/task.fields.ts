import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { type ProjectRow, projectLoader } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import type { TaskRow } from './task.reads.js';
import { TaskType } from './task.types.js';

/** What hangs on a task; loaded in batches, one statement a kind for a whole page. */
@Resolver(() => TaskType)
export class TaskFields {
  @FieldResolver(() => ProjectType, { description: 'Its project.' })
  project(@Root() task: TaskRow, @Ctx() ctx: Context): Promise<ProjectRow | null> {
    return projectLoader(ctx).load(task.projectId);
  }

  @FieldResolver(() => UserType, { description: 'Who made it.' })
  creator(@Root() task: TaskRow, @Ctx() ctx: Context): Promise<UserRow | null> {
    return userLoader(ctx).load(task.creatorId);
  }

  @FieldResolver(() => UserType, { nullable: true, description: 'Whose task it is; null when nobody’s.' })
  assignee(@Root() task: TaskRow, @Ctx() ctx: Context): Promise<UserRow | null> | null {
    return task.assigneeId === null ? null : userLoader(ctx).load(task.assigneeId);
  }
}
