import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Connection } from '../kernel/graphql/connection.js';
import type { NotificationRow } from './notification.reads.js';
import {
  clearNotifications,
  createNotification,
  deleteNotification,
  type InboxWritten,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type NotificationDeleted,
  type NotificationWritten,
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
  async notifications(
    @Args(() => NotificationListArgsType) args: NotificationListArgsType,
    @Ctx() ctx: Context,
  ): Promise<Connection<NotificationRow>> {
    return new Connection(await listNotifications(ctx, args.unreadOnly ?? false, args));
  }

  @Mutation(() => CreateNotificationPayload, { description: 'Writes a note to yourself.' })
  createNotification(
    @Arg('input', () => CreateNotificationInput, { description: 'The note.' }) input: CreateNotificationInput,
    @Ctx() ctx: Context,
  ): Promise<NotificationWritten> {
    return createNotification(ctx, input, input);
  }

  @Mutation(() => MarkNotificationReadPayload, { description: 'Marks one as read.' })
  markNotificationRead(
    @Arg('input', () => MarkNotificationReadInput, { description: 'Which one.' }) input: MarkNotificationReadInput,
    @Ctx() ctx: Context,
  ): Promise<NotificationWritten> {
    return markNotificationRead(ctx, input.id, input);
  }

  @Mutation(() => MarkAllNotificationsReadPayload, { description: 'Marks all as read.' })
  markAllNotificationsRead(
    @Arg('input', () => MarkAllNotificationsReadInput, { nullable: true, description: 'May be left out.' })
    input: MarkAllNotificationsReadInput | null,
    @Ctx() ctx: Context,
  ): Promise<InboxWritten> {
    return markAllNotificationsRead(ctx, input ?? {});
  }

  @Mutation(() => DeleteNotificationPayload, { description: 'Deletes one.' })
  deleteNotification(
    @Arg('input', () => DeleteNotificationInput, { description: 'Which one.' }) input: DeleteNotificationInput,
    @Ctx() ctx: Context,
  ): Promise<NotificationDeleted> {
    return deleteNotification(ctx, input.id, input);
  }

  @Mutation(() => ClearNotificationsPayload, { description: 'Deletes all.' })
  clearNotifications(
    @Arg('input', () => ClearNotificationsInput, { nullable: true, description: 'May be left out.' })
    input: ClearNotificationsInput | null,
    @Ctx() ctx: Context,
  ): Promise<InboxWritten> {
    return clearNotifications(ctx, input ?? {});
  }
}
