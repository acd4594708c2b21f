import { Arg, Args, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { Connection } from '../platform/graphql/connection.js';
import { orNull } from '../platform/graphql/describe.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import { readNotifications } from './notification.reads.js';
import {
  clearNotifications,
  createNotification,
  deleteNotification,
  markAllNotificationsRead,
  markNotificationRead,
  snoozeNotification,
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
  type NotificationGroupInput,
  MarkNotificationReadPayload,
  NotificationConnection,
  NotificationListArgsType,
  SnoozeNotificationInput,
  SnoozeNotificationPayload,
} from './notification.types.js';

@Resolver()
export class NotificationResolver {
  @Query(() => NotificationConnection, { description: 'Your notifications, newest first.' })
  async notifications(@Args(() => NotificationListArgsType) args: NotificationListArgsType, @Ctx() ctx: Context) {
    return new Connection(await readNotifications(ctx, args, args));
  }

  @Mutation(() => CreateNotificationPayload, { description: 'Writes a note to yourself.' })
  createNotification(@Input(CreateNotificationInput, 'The note.') input: WriteInput, @Ctx() ctx: Context) {
    return createNotification(ctx, input);
  }

  @Mutation(() => MarkNotificationReadPayload, { description: 'Marks a notification as read.' })
  markNotificationRead(
    @Input(MarkNotificationReadInput, 'The notification.') input: NotificationGroupInput,
    @Ctx() ctx: Context,
  ) {
    return markNotificationRead(ctx, input.id, input.group);
  }

  @Mutation(() => MarkAllNotificationsReadPayload, { description: 'Marks all your notifications as read.' })
  markAllNotificationsRead(
    @Arg('input', () => MarkAllNotificationsReadInput, orNull('Optional.'))
    _input: WriteInput | null,
    @Ctx() ctx: Context,
  ) {
    return markAllNotificationsRead(ctx);
  }

  @Mutation(() => SnoozeNotificationPayload, {
    description: 'Takes a notification out of your inbox until a time, when it comes back as a new and unread one.',
  })
  snoozeNotification(
    @Input(SnoozeNotificationInput, 'The notification, and until when.') input: IdInput,
    @Ctx() ctx: Context,
  ) {
    return snoozeNotification(ctx, input.id, input);
  }

  @Mutation(() => DeleteNotificationPayload, { description: 'Deletes a notification.' })
  deleteNotification(
    @Input(DeleteNotificationInput, 'The notification.') input: NotificationGroupInput,
    @Ctx() ctx: Context,
  ) {
    return deleteNotification(ctx, input.id, input.group);
  }

  @Mutation(() => ClearNotificationsPayload, { description: 'Deletes all your notifications.' })
  clearNotifications(
    @Arg('input', () => ClearNotificationsInput, orNull('Optional.'))
    _input: WriteInput | null,
    @Ctx() ctx: Context,
  ) {
    return clearNotifications(ctx);
  }
}
