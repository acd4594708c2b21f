import { Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../request/context.js';
import { projectLoader } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { taskLoader } from '../tasks/task.reads.js';
import { TaskType } from '../tasks/task.types.js';
import { userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import type { NotificationRow } from './notification.reads.js';
import { countOwnUnread } from './notification.service.js';
import { NotificationConnection, NotificationType } from './notification.types.js';
import { orNull } from '../platform/graphql/describe.js';

/** The objects of a notification; null if deleted or no longer visible to the viewer. */
@Resolver(() => NotificationType)
export class NotificationFields {
  @FieldResolver(() => UserType, orNull('Who did it; null for notes and reminders.'))
  actor(@Root() { actorId }: NotificationRow, @Ctx() ctx: Context) {
    return actorId === null ? null : userLoader(ctx).load(actorId);
  }

  @FieldResolver(() => TaskType, orNull('The task; null if there is none, it was deleted, or you can’t see it.'))
  task(@Root() { taskId }: NotificationRow, @Ctx() ctx: Context) {
    return taskId === null ? null : taskLoader(ctx).load(taskId);
  }

  @FieldResolver(() => ProjectType, orNull('The project; null if there is none, it was deleted, or you can’t see it.'))
  project(@Root() { projectId }: NotificationRow, @Ctx() ctx: Context) {
    return projectId === null ? null : projectLoader(ctx).load(projectId);
  }
}

@Resolver(() => NotificationConnection)
export class NotificationConnectionFields {
  @FieldResolver(() => Int, { description: 'Total number of unread notifications.' })
  unreadCount(@Ctx() ctx: Context) {
    return countOwnUnread(ctx);
  }
}
