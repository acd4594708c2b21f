import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { NotificationAction, TaskStatus } from '../../contract/enums.js';
import { NotificationKind } from '../../contract/notificationKinds.js';
import { createNotificationSchema, snoozeNotificationSchema } from '../../contract/notifications.js';
import { LIMITS, SNOOZE_DAYS } from '../../contract/limits.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf, WriteInput } from '../platform/graphql/write.js';
import { connectionOf, PageArgsType } from '../platform/graphql/connection.js';
import { count, oneTo } from '../platform/graphql/limitWords.js';
import { Node } from '../platform/graphql/node.js';
import type { Moment } from '../platform/database/rows.js';
import { KINDS } from './kinds.js';
import type { NotificationParams } from './params.js';

registerEnumType(NotificationKind, {
  name: 'NotificationKind',
  description: 'The kind of a notification.',
  valuesConfig: KINDS,
});

describeEnum(NotificationAction, 'NotificationAction', 'What happened to your notifications.', {
  SYNC: 'The current count: the first event of every subscription, and after old notifications were removed.',
  ADDED: 'A new notification.',
  READ: 'A notification was marked as read.',
  READ_ALL: 'All notifications were marked as read.',
  REMOVED: 'A notification was deleted or snoozed; the event carries only its id.',
  CLEARED: 'All notifications were deleted.',
});

@ObjectType('NotificationGroup', {
  description:
    'Notifications shown as one: those about the same task, or reminders of the same kind and day (UTC). Any other notification is a group of its own.',
})
export class NotificationGroupType {
  @Field(() => ID, { description: 'Unique among your groups.' })
  id!: string;

  @Field(() => Int, { description: 'Number of notifications.' })
  size!: number;

  @Field(() => Int, { description: 'Number of unread notifications.' })
  unreadCount!: number;

  @Field(() => Int, { description: 'Number of events: the sum of their `count`.' })
  count!: number;
}

@ObjectType('NotificationParams', {
  description:
    'The values in the text of a notification, from which clients can write it in any language. Names are as they were ' +
    'at the time.',
})
export class NotificationParamsType {
  @Field(() => String, orNull('The name of the person who did it; null for reminders.'))
  actor!: string | null;

  @Field(() => String, orNull('The name of the project; null if there is none, or if there are several.'))
  project!: string | null;

  @Field(() => String, orNull('The title of the task; null if there is none or several.'))
  task!: string | null;

  @Field(() => TaskStatus, orNull('With `TASK_STATUS`: the new status; null if it differs between tasks.'))
  status!: TaskStatus | null;

  @Field(() => String, {
    nullable: true,
    description:
      'With `TASK_STATUS`: the name of the new column; null if it differs between tasks or is the name of the status.',
  })
  column!: string | null;

  @Field(() => String, orNull('With one `COMMENT` or `MENTION`: the beginning of its text.'))
  comment!: string | null;

  @Field(() => Boolean, { description: 'With `MEMBER_ADDED`: the actor joined by your invitation.' })
  joined!: boolean;

  @Field(() => [String], {
    description: 'If `count` is more than 1: the first few titles or names. Empty if one of them was purged.',
  })
  names!: readonly string[];

  @Field(() => Int, { description: 'The number of further titles or names.' })
  more!: number;
}

@ObjectType('Notification', { implements: Node, description: 'Something that happened and concerns you.' })
export class NotificationType implements Node {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => NotificationKind, { description: 'Its kind.' })
  kind!: NotificationKind;

  @Field(() => String, {
    description:
      'The title of the task, the name of the project, or the note; for several tasks, what happened to them. Empty if its task or project was purged.',
  })
  title!: string;

  @Field(() => String, {
    description:
      'What happened: a sentence with the title in quotes; for several tasks, the first few titles; for a note, its text, if any. Empty if one of them was purged.',
  })
  message!: string;

  @Field(() => NotificationParamsType, {
    nullable: true,
    description:
      'The values in its text. Null for a note, if its task or project was purged, and for notifications of earlier versions.',
  })
  params!: NotificationParams | null;

  @Field(() => Boolean, { description: 'Whether you have read it.' })
  read!: boolean;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  createdAt!: Moment;

  @Field(() => Int, {
    description:
      'Number of events. It is more than 1 if one action or one check of due dates concerned several tasks; `task` is then null.',
  })
  count!: number;

  @Field(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'Until when it is snoozed; null if it is not. At that time it comes back as a new one.',
  })
  snoozedUntil!: Moment | null;

  @Field(() => NotificationGroupType, { description: 'The group it belongs to.' })
  group!: NotificationGroupType;
}

export const NotificationConnection = connectionOf(() => NotificationType, 'Notification', 'notifications');

@ArgsType()
export class NotificationListArgsType extends PageArgsType {
  @Field(() => Boolean, orNull('Only unread notifications.'))
  unreadOnly?: boolean | null;

  @Field(() => Boolean, orNull('Only the newest of each group.'))
  grouped?: boolean | null;

  @Field(() => ID, orNull('Only the group of this notification.'))
  groupOf?: string | null;

  @Field(() => Boolean, orNull('Only snoozed ones; by default, none of them.'))
  snoozed?: boolean | null;
}

@ObjectType()
export abstract class InboxWrittenType {
  @Field(() => Int, { description: 'Number of unread notifications after the write.' })
  unreadCount!: number;
}

@ObjectType({ description: 'Payload of `createNotification`.' })
export class CreateNotificationPayload extends InboxWrittenType {
  @Field(() => NotificationType, { description: 'The new notification.' })
  notification!: NotificationType;
}

@ObjectType({ description: 'Payload of `markNotificationRead`.' })
export class MarkNotificationReadPayload extends InboxWrittenType {
  @Field(() => NotificationType, { description: 'The updated notification.' })
  notification!: NotificationType;
}

export const MarkAllNotificationsReadPayload = payloadOf('MarkAllNotificationsRead', InboxWrittenType);

@ObjectType({ description: 'Payload of `deleteNotification`.' })
export class DeleteNotificationPayload extends InboxWrittenType {
  @Field(() => ID, { description: 'The deleted notification.' })
  notificationId!: string;
}

export const ClearNotificationsPayload = payloadOf('ClearNotifications', InboxWrittenType);

export const CreateNotificationInput = inputOf('CreateNotification', {
  schema: createNotificationSchema,
  descriptions: {
    title: `${oneTo(LIMITS.notificationTitleMax)}.`,
    message: `Up to ${count(LIMITS.notificationMessageMax)} characters.`,
  },
});

/** Written by hand because REST takes `group` from the query, so the contract has no schema for it. */
@InputType()
export class NotificationGroupInput extends WriteInput {
  @Field(() => ID, { description: 'The notification.' })
  id!: string;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Also the older notifications of its group (see `Notification.group`), up to 1,000; newer ones are not changed.',
  })
  group?: boolean | null;
}

@ObjectType()
abstract class SnoozeWrittenType extends InboxWrittenType {
  @Field(() => NotificationType, { description: 'The notification as it is now.' })
  notification!: NotificationType;
}

export const SnoozeNotificationInput = inputOf('SnoozeNotification', {
  ids: { id: 'The notification.' },
  schema: snoozeNotificationSchema,
  descriptions: {
    until: `When it comes back, at most ${SNOOZE_DAYS} days from now; null to bring it back now.`,
    group: 'Also the older notifications of its group (see `Notification.group`), up to 1,000.',
  },
});
export const SnoozeNotificationPayload = payloadOf('SnoozeNotification', SnoozeWrittenType);

export const MarkNotificationReadInput = inputOf('MarkNotificationRead', { base: NotificationGroupInput });
export const DeleteNotificationInput = inputOf('DeleteNotification', { base: NotificationGroupInput });

export const MarkAllNotificationsReadInput = inputOf('MarkAllNotificationsRead');
export const ClearNotificationsInput = inputOf('ClearNotifications');
