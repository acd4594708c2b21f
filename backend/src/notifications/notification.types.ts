import { GraphQLDateTimeISO } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { NotificationAction, NotificationKind } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { payloadOf, WriteInput } from '../kernel/graphql/write.js';
import { connectionOf, PageArgsType } from '../kernel/graphql/connection.js';
import { count, oneTo } from '../kernel/graphql/limitWords.js';
import { Node } from '../kernel/graphql/node.js';
import type { Moment } from '../kernel/rows.js';

registerEnumType(NotificationKind, {
  name: 'NotificationKind',
  description: 'What a notification tells of.',
  valuesConfig: {
    MEMBER_ADDED: { description: 'You were added to a project, or somebody joined one by your invitation.' },
    MEMBER_REMOVED: { description: 'You were removed from a project.' },
    TASK_ASSIGNED: { description: 'Tasks were given to you.' },
    TASK_UNASSIGNED: { description: 'Tasks were taken off you.' },
    TASK_STATUS: { description: 'Tasks that you made or have were put into another column.' },
    COMMENT: { description: 'Somebody commented on tasks that you made, have or commented on.' },
    MENTION: { description: 'Somebody mentioned you in a comment.' },
    DUE_SOON: { description: 'Tasks of yours are due within 24 hours.' },
    OVERDUE: { description: 'Tasks of yours are overdue.' },
    EXPORT_READY: { description: 'A download of your data is ready; see `exports`.' },
    NOTE: { description: 'You wrote it to yourself.' },
  },
});

registerEnumType(NotificationAction, {
  name: 'NotificationAction',
  description: 'What happened to your notifications.',
  valuesConfig: {
    SYNC: {
      description: 'The count as it is now: the first event of every subscription, and when old ones were removed.',
    },
    ADDED: { description: 'A new one.' },
    READ: { description: 'One was marked as read.' },
    READ_ALL: { description: 'All were marked as read.' },
    REMOVED: { description: 'One was deleted; the event carries its id only.' },
    CLEARED: { description: 'All were deleted.' },
  },
});

@ObjectType('NotificationGroup', {
  description:
    'What stands together in the bell: all that is told of one task; of reminders those of one kind and day (UTC). What is about neither stands by itself.',
})
export class NotificationGroupType {
  @Field(() => ID, { description: 'Names it among yours.' })
  id!: string;

  @Field(() => Int, { description: 'How many notifications belong to it.' })
  size!: number;

  @Field(() => Int, { description: 'How many of them are unread.' })
  unreadCount!: number;

  @Field(() => Int, { description: 'How many things they tell of: the sum of their `count`.' })
  count!: number;
}

@ObjectType('Notification', { implements: Node, description: 'Something that happened and concerns you.' })
export class NotificationType implements Node {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => NotificationKind, { description: 'What it tells of.' })
  kind!: NotificationKind;

  @Field(() => String, {
    description:
      'What it is about: the title of the task, the name of the project, the note; of several tasks, what happened to them. Empty where the one thing was purged.',
  })
  title!: string;

  @Field(() => String, {
    description:
      'What happened: a sentence with the title in it, in quotes; of several tasks, the titles of the first; of a note, what it says, if anything. Empty where one of these was purged.',
  })
  message!: string;

  @Field(() => Boolean, { description: 'Have you read it?' })
  read!: boolean;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  createdAt!: Moment;

  @Field(() => Int, {
    description:
      'How many things it tells of as one: more than 1 where one act, or one look at due dates, concerned several tasks; `task` is null then.',
  })
  count!: number;

  @Field(() => NotificationGroupType, { description: 'What it stands together with, itself included.' })
  group!: NotificationGroupType;
}

export const NotificationConnection = connectionOf(() => NotificationType, 'Notification', 'notifications');

@ArgsType()
export class NotificationListArgsType extends PageArgsType {
  @Field(() => Boolean, { nullable: true, description: 'Only what is not read.' })
  unreadOnly?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Of each group only the newest.' })
  grouped?: boolean | null;

  @Field(() => ID, { nullable: true, description: 'Only what belongs with this notification, itself included.' })
  groupOf?: string | null;
}

@ObjectType()
export abstract class InboxWrittenType {
  @Field(() => Int, { description: 'How many are unread now.' })
  unreadCount!: number;
}

@ObjectType({ description: 'What `createNotification` answers.' })
export class CreateNotificationPayload extends InboxWrittenType {
  @Field(() => NotificationType, { description: 'The new one.' })
  notification!: NotificationType;
}

@ObjectType({ description: 'What `markNotificationRead` answers.' })
export class MarkNotificationReadPayload extends InboxWrittenType {
  @Field(() => NotificationType, { description: 'The notification as it is now.' })
  notification!: NotificationType;
}

export const MarkAllNotificationsReadPayload = payloadOf('MarkAllNotificationsRead', InboxWrittenType);

@ObjectType({ description: 'What `deleteNotification` answers.' })
export class DeleteNotificationPayload extends InboxWrittenType {
  @Field(() => ID, { description: 'The notification that is gone.' })
  notificationId!: string;
}

export const ClearNotificationsPayload = payloadOf('ClearNotifications', InboxWrittenType);

@InputType({ description: 'Input of `createNotification`.' })
export class CreateNotificationInput extends WriteInput {
  @Field(() => String, { description: `${oneTo(LIMITS.notificationTitleMax)}.` })
  title!: string;

  @Field(() => String, { nullable: true, description: `Up to ${count(LIMITS.notificationMessageMax)} characters.` })
  message?: string | null;
}

const WITH_GROUP =
  'Also those before it that belong with it (see `Notification.group`), up to 1,000; what came later stays as it is.';

@InputType({ description: 'Input of `markNotificationRead`.' })
export class MarkNotificationReadInput extends WriteInput {
  @Field(() => ID, { description: 'The notification.' })
  id!: string;

  @Field(() => Boolean, { nullable: true, description: WITH_GROUP })
  group?: boolean | null;
}

@InputType({ description: 'Input of `markAllNotificationsRead`.' })
export class MarkAllNotificationsReadInput extends WriteInput {}

@InputType({ description: 'Input of `deleteNotification`.' })
export class DeleteNotificationInput extends WriteInput {
  @Field(() => ID, { description: 'The notification.' })
  id!: string;

  @Field(() => Boolean, { nullable: true, description: WITH_GROUP })
  group?: boolean | null;
}

@InputType({ description: 'Input of `clearNotifications`.' })
export class ClearNotificationsInput extends WriteInput {}
