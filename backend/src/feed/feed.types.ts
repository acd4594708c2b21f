import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ChangeAction, ChangeEntity, ChangeKind, NotificationAction } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { count } from '../platform/graphql/limitWords.js';

describeEnum(ChangeKind, 'ChangeKind', 'The kind of an event of the live feed.', {
  CHANGES: 'The changes of one write to a project.',
  PROJECT_JOINED: 'A project you belong to and gave no position for; its events start after this revision.',
  PROJECT_LEFT: 'A project you no longer belong to, or that was deleted.',
  RESYNC:
    'Too many changes to send, or your position is of another epoch: reload the project; its events continue after this revision.',
});

describeEnum(ChangeAction, 'ChangeAction', 'What happened to an object.', {
  CREATED: 'It was created.',
  UPDATED: 'Some of its fields changed.',
  DELETED: 'It was deleted.',
  RESTORED: 'It was restored.',
});

@ObjectType('Change', { description: 'The change of one object.' })
export class ChangeType {
  @Field(() => ChangeEntity, { description: 'The kind of the object.' })
  entity!: ChangeEntity;

  @Field(() => ID, { description: 'The id of the object; for a membership, of the person.' })
  entityId!: string;

  @Field(() => ChangeAction, { description: 'What happened to it.' })
  action!: ChangeAction;

  @Field(() => GraphQLJSONObject, {
    description:
      'The fields that changed, by name: `[before, after]`, as JSON values (times in ISO 8601). The names are those of ' +
      'the object itself (`title`, `status`, `assigneeId`, `role`, `text`, …), `completedAt` and `deletedAt`. If it moved ' +
      'to another project, `projectId` has both: it is DELETED in the old project and CREATED in the new one. A text of over ' +
      `${count(LIMITS.longText)} characters is {hash, length, excerpt}: its SHA-256, its length and its beginning.`,
  })
  fields!: Record<string, unknown>;

  @Field(() => ID, {
    nullable: true,
    description:
      'For an object that is DELETED because it moved to another project: that project, where it is CREATED. It need not be one of yours.',
  })
  movedTo!: string | null;

  @Field(() => Boolean, {
    description:
      'Whether ranks were renumbered: its rank changed, but not its place, and its history does not show it.',
  })
  respaced!: boolean;
}

@ObjectType('ChangeSet', { description: 'An event of the live feed: the changes of one write to one project.' })
export class ChangeSetType {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'The project’s revision after it: keep it, to subscribe again from there.' })
  revision!: number;

  @Field(() => ChangeKind, { description: 'The kind of the event.' })
  kind!: ChangeKind;

  @Field(() => String, orNull('The id that the client chose for the write; by it you recognize your own.'))
  mutationId!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  at!: Date;

  @Field(() => [Int], orNull('The revisions of the change sets of this project that it undid; null if it undid none.'))
  undoOf!: readonly number[] | null;
}

@InputType({ description: 'A position in the log of a project.' })
export class ChangeCursor {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, {
    description: 'The last revision you have seen: from an event, a payload, or the project itself.',
  })
  revision!: number;
}

@ArgsType()
export class ChangesArgs {
  @Field(() => [ChangeCursor], {
    nullable: true,
    description: `Your positions, of up to ${LIMITS.cursorsMax} projects. Later changes are replayed first; other projects start now.`,
  })
  after?: ChangeCursor[] | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The epoch of these positions. If the database has another one, each project immediately gets RESYNC.',
  })
  epoch?: string | null;
}

@ObjectType('NotificationEvent', { description: 'A change to your notifications.' })
export class NotificationEventType {
  @Field(() => NotificationAction, { description: 'What happened.' })
  action!: NotificationAction;

  @Field(() => ID, orNull('The notification; null if the event concerns all of them.'))
  notificationId!: string | null;

  @Field(() => Int, { description: 'Number of unread notifications after it.' })
  unreadCount!: number;
}
