import { GraphQLDateTimeISO, GraphQLJSONObject } from 'graphql-scalars';
import { ArgsType, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ChangeAction, ChangeEntity, ChangeKind, NotificationAction } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';

registerEnumType(ChangeKind, {
  name: 'ChangeKind',
  description: 'What an event of the live feed is.',
  valuesConfig: {
    CHANGES: { description: 'What one write did to a project.' },
    PROJECT_JOINED: { description: 'A project you belong to and named no position of; follow it from this revision.' },
    PROJECT_LEFT: { description: 'A project you do not belong to any more, or that is deleted.' },
    RESYNC: {
      description:
        'Too much has happened to tell, or you named a position of another epoch: load the project anew; the feed goes on from this revision.',
    },
  },
});

registerEnumType(ChangeEntity, {
  name: 'ChangeEntity',
  description: 'The kinds of objects in the log of a project.',
  valuesConfig: {
    PROJECT: { description: 'The project itself.' },
    MEMBER: { description: 'A membership; its entity id is the person’s.' },
    TASK: { description: 'A task.' },
    CHECKLIST_ITEM: { description: 'An item of a task’s checklist.' },
    COMMENT: { description: 'A comment.' },
  },
});

registerEnumType(ChangeAction, {
  name: 'ChangeAction',
  description: 'What happened to an object.',
  valuesConfig: {
    CREATED: { description: 'It was made.' },
    UPDATED: { description: 'Fields of it changed.' },
    DELETED: { description: 'It was deleted.' },
    RESTORED: { description: 'It was taken back.' },
  },
});

@ObjectType('Change', { description: 'What happened to one object.' })
export class ChangeType {
  @Field(() => ChangeEntity, { description: 'What kind of object.' })
  entity!: ChangeEntity;

  @Field(() => ID, { description: 'Which one; of a membership, the person.' })
  entityId!: string;

  @Field(() => ChangeAction, { description: 'What happened to it.' })
  action!: ChangeAction;

  @Field(() => GraphQLJSONObject, {
    description:
      'The fields that changed, by name: `[before, after]`, as JSON values (times in ISO 8601). The names are those of ' +
      'the object itself (`title`, `status`, `assigneeId`, `role`, `text`, …), `completedAt` and `deletedAt`. Of what went ' +
      'into another project `projectId` tells from which to which: it is DELETED in the one and CREATED in the other.',
  })
  fields!: Record<string, unknown>;

  @Field(() => ID, {
    nullable: true,
    description:
      'Where it is DELETED because it went into another project: which one, yours or not. There it is CREATED.',
  })
  movedTo!: string | null;

  @Field(() => Boolean, {
    description: 'Its rank is a new key for the same place: nobody moved it, and its history does not tell of it.',
  })
  respaced!: boolean;
}

@ObjectType('ChangeSet', { description: 'An event of the live feed: what one write did to one project.' })
export class ChangeSetType {
  @Field(() => ID, { description: 'The project.' })
  projectId!: string;

  @Field(() => Int, { description: 'Where the project stands after it: keep it, to subscribe again from there.' })
  revision!: number;

  @Field(() => ChangeKind, { description: 'What the event is.' })
  kind!: ChangeKind;

  @Field(() => String, {
    nullable: true,
    description: 'The id the client chose for the write; your own echo carries yours.',
  })
  mutationId!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it happened.' })
  at!: Date;

  @Field(() => [Int], {
    nullable: true,
    description: 'The change sets of this project that it took back, by their revisions; null where it undid nothing.',
  })
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
    description: `Where you stand, up to ${LIMITS.cursorsMax} projects. What came after is replayed first; projects not named begin now.`,
  })
  after?: ChangeCursor[] | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The epoch that these positions belong to. Where the database has another one by now, each project is answered RESYNC at once.',
  })
  epoch?: string | null;
}

@ObjectType('NotificationEvent', { description: 'That something happened to your notifications.' })
export class NotificationEventType {
  @Field(() => NotificationAction, { description: 'What happened.' })
  action!: NotificationAction;

  @Field(() => ID, { nullable: true, description: 'The notification it happened to; null when it concerns all.' })
  notificationId!: string | null;

  @Field(() => Int, { description: 'How many are unread after it.' })
  unreadCount!: number;
}
