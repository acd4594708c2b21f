import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection } from '../kernel/graphql/connection.js';
import { Input } from '../kernel/graphql/write.js';
import { readNotifications } from './notification.reads.js';
import {
  clearNotifications,
  createNotification,
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
} from './notification.service.js';
import {
  ClearNotificationsInput,
  ClearNotificationsPayload,
  CreateNotificationInput,
  CreateNotificationPayload,
  DeleteNotificationInput,
  DeleteNotificationPayload,
  MarkAllNotificationsReadInput,
  MarkAllNotificationsReadPayload,
  MarkNotificationReadInput,
  MarkNotificationReadPayload,
  NotificationConnection,
  NotificationListArgsType,
} from './notification.types.js';

@Resolver()
export class NotificationResolver {
  @Query(() => NotificationConnection, { description: 'Your notifications, newest first.' })
  async notifications(@Args(() => NotificationListArgsType) args: NotificationListArgsType, @Ctx() ctx: Context) {
    return new Connection(await readNotifications(ctx, args, args));
  }

  @Mutation(() => CreateNotificationPayload, { description: 'Writes a note to yourself.' })
  createNotification(@Input(CreateNotificationInput, 'The note.') input: CreateNotificationInput, @Ctx() ctx: Context) {
    return createNotification(ctx, input);
  }

  @Mutation(() => MarkNotificationReadPayload, { description: 'Marks one as read.' })
  markNotificationRead(
    @Input(MarkNotificationReadInput, 'Which one.') input: MarkNotificationReadInput,
    @Ctx() ctx: Context,
  ) {
    return markNotificationRead(ctx, input.id, input.group);
  }

  @Mutation(() => MarkAllNotificationsReadPayload, { description: 'Marks all as read.' })
  markAllNotificationsRead(
    @Arg('input', () => MarkAllNotificationsReadInput, { nullable: true, description: 'May be left out.' })
    _input: MarkAllNotificationsReadInput | null,
    @Ctx() ctx: Context,
  ) {
    return markAllNotificationsRead(ctx);
  }

  @Mutation(() => DeleteNotificationPayload, { description: 'Deletes one.' })
  deleteNotification(
    @Input(DeleteNotificationInput, 'Which one.') input: DeleteNotificationInput,
    @Ctx() ctx: Context,
  ) {
    return deleteNotification(ctx, input.id, input.group);
  }

  @Mutation(() => ClearNotificationsPayload, { description: 'Deletes all.' })
  clearNotifications(
    @Arg('input', () => ClearNotificationsInput, { nullable: true, description: 'May be left out.' })
    _input: ClearNotificationsInput | null,
    @Ctx() ctx: Context,
  ) {
    return clearNotifications(ctx);
  }
}
