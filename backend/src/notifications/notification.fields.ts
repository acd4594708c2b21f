import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { projectLoader } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { taskLoader } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import type { NotificationRow } from './notification.reads.js';
import { unreadCount } from './notification.service.js';
import { NotificationConnection, NotificationType } from './notification.types.js';

/** What a notification is about; null when it is gone or no longer yours to see. */
@Resolver(() => NotificationType)
export class NotificationFields {
  @FieldResolver(() => UserType, { nullable: true, description: 'Who did it; null for a note.' })
  actor(@Root() { actorId }: NotificationRow, @Ctx() ctx: Context) {
    return actorId === null ? null : userLoader(ctx).load(actorId);
  }

  @FieldResolver(() => TaskType, {
    nullable: true,
    description: 'The task; null when none, deleted or not yours to see.',
  })
  task(@Root() { taskId }: NotificationRow, @Ctx() ctx: Context) {
    return taskId === null ? null : taskLoader(ctx).load(taskId);
  }

  @FieldResolver(() => ProjectType, {
    nullable: true,
    description: 'The project; null when none, deleted or not yours to see.',
  })
  project(@Root() { projectId }: NotificationRow, @Ctx() ctx: Context) {
    return projectId === null ? null : projectLoader(ctx).load(projectId);
  }
}

/** What a list of notifications tells beside its rows. */
@Resolver(() => NotificationConnection)
export class NotificationConnectionFields {
  @FieldResolver(() => Int, { description: 'How many are unread, in all.' })
  unreadCount(@Ctx() ctx: Context) {
    return unreadCount(ctx);
  }
}
