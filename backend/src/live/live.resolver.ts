import { GraphQLError } from 'graphql';
import { Args, Ctx, FieldResolver, ID, Resolver, Root, Subscription } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import { ChecklistItemType } from '../checklist/checklist.types.js';
import { CommentType } from '../comments/comment.types.js';
import { type Context, requireViewer } from '../kernel/context.js';
import { readEpoch } from '../kernel/epoch.js';
import { AppError, invalid } from '../kernel/errors.js';
import { Personal } from '../kernel/graphql/personal.js';
import { ProjectRevision } from '../kernel/graphql/write.js';
import { parseId } from '../kernel/ids.js';
import { notificationLoader } from '../notifications/notification.reads.js';
import { NotificationType } from '../notifications/notification.types.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { ProjectMemberType, ProjectType } from '../projects/project.types.js';
import { TaskType } from '../tasks/task.types.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { readPositions } from './changeSets.js';
import { type EventChange, eventChanges, objectsOf } from './eventChanges.js';
import type { HeldPositions } from './projectHub.js';
import type { InboxEvent } from './inboxHub.js';
import type { LiveContext } from './liveContext.js';
import type { ProjectEvent } from './projectEvent.js';
import { ChangesArgs, ChangeSetType, ChangeType, NotificationEventType } from './live.types.js';

function positions({ after, epoch }: ChangesArgs): HeldPositions {
  const held = after ?? [];
  if (held.length > LIMITS.cursorsMax) throw invalid({ after: [`after takes at most ${LIMITS.cursorsMax} projects`] });
  return { cursors: held.map(({ projectId, revision }) => ({ projectId: parseId(projectId), revision })), epoch };
}

/** The socket this subscription lives on; over anything else there is none. */
function socketOf(ctx: Context): LiveContext {
  const { live } = ctx as Partial<LiveContext>;
  if (!live) throw new AppError('UNAVAILABLE', 'Subscriptions need a WebSocket');
  return ctx as LiveContext;
}

/** Over HTTP graphql-js runs a subscription like a query, with nothing to answer. */
function requireEvent<Event>(event: Event | undefined): Event {
  if (event !== undefined) return event;
  throw new GraphQLError('Subscriptions need a WebSocket', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}

/** The two subscriptions. Each event is resolved in a context of its own (`contextOfEvent`). */
@Resolver()
export class LiveResolver {
  @Subscription(() => ChangeSetType, {
    description: 'What happens in your projects, each write once and in order; first what you missed since `after`.',
    subscribe: ({ context, args }) => {
      const { live } = socketOf(context as Context);
      return live.hubs.projects.subscribe(
        requireViewer(context as Context),
        positions(args as ChangesArgs),
        live.onOverflow,
      );
    },
  })
  changes(@Root() event: ProjectEvent | undefined, @Args(() => ChangesArgs) _args: ChangesArgs): ProjectEvent {
    return requireEvent(event);
  }

  @Subscription(() => NotificationEventType, {
    description: 'What happens to your notifications, beginning with the present count (SYNC).',
    subscribe: ({ context }) => {
      const { live } = socketOf(context as Context);
      return live.hubs.inboxes.subscribe(requireViewer(context as Context).userId, live.onOverflow);
    },
  })
  notificationChanged(@Root() event: InboxEvent | undefined): InboxEvent {
    return requireEvent(event);
  }
}

/** What an event carries beside its position. */
@Resolver(() => ChangeSetType)
export class ChangeSetFields {
  @FieldResolver(() => UserType, { nullable: true, description: 'Who did it.' })
  actor(@Root() { actorId }: ProjectEvent, @Ctx() ctx: Context) {
    return actorId === null ? null : userLoader(ctx).load(actorId);
  }

  @FieldResolver(() => [ChangeType], { description: 'What it did, object by object.' })
  changes(@Root() event: ProjectEvent): EventChange[] {
    return eventChanges(event);
  }

  @FieldResolver(() => ID, {
    description:
      'Which life of the database the revision belongs to. Another one than yours means that it was restored: drop what you know, and keep this one.',
  })
  epoch(@Root() { scope }: ProjectEvent): string {
    return scope.epoch;
  }

  @FieldResolver(() => ProjectType, { nullable: true, description: 'The project as it is now; null when you left it.' })
  project(@Root() { project }: ProjectEvent): ProjectRow | null {
    return project;
  }
}

/** The object a change speaks of, as it is now; null when it is of another kind or gone. */
@Resolver(() => ChangeType)
export class ChangeFields {
  @FieldResolver(() => TaskType, {
    nullable: true,
    description:
      'The task as it is now, of a comment the one it is about, of an item of a checklist the one whose it is; null when deleted.',
  })
  task(@Root() change: EventChange, @Ctx() ctx: Context) {
    return objectsOf.task(ctx, change);
  }

  @FieldResolver(() => ChecklistItemType, {
    nullable: true,
    description: 'The item of a checklist as it is now; null when deleted.',
  })
  checklistItem(@Root() change: EventChange, @Ctx() ctx: Context) {
    return objectsOf.checklistItem(ctx, change);
  }

  @FieldResolver(() => CommentType, { nullable: true, description: 'The comment as it is now; null when deleted.' })
  comment(@Root() change: EventChange, @Ctx() ctx: Context) {
    return objectsOf.comment(ctx, change);
  }

  @FieldResolver(() => ProjectMemberType, {
    nullable: true,
    description: 'The membership as it is now; null when gone.',
  })
  member(@Root() change: EventChange, @Ctx() ctx: Context) {
    return objectsOf.member(ctx, change);
  }

  @FieldResolver(() => ProjectType, { nullable: true, description: 'The project as it is now; null when deleted.' })
  project(@Root() { entity, event }: EventChange): ProjectRow | null {
    return entity === 'PROJECT' ? event.project : null;
  }
}

/** What the feed adds to the signed-in person. */
@Resolver(() => UserType)
export class UserFeedFields {
  @Personal()
  @FieldResolver(() => ID, {
    nullable: true,
    description:
      'Which life of the database you look at: a new one after each restore, when nothing you remember of revisions holds. Null for everybody but oneself.',
  })
  epoch(@Root() user: UserRow, @Ctx() ctx: Context) {
    return ctx.viewer?.userId === user.id ? readEpoch(ctx.em) : null;
  }

  @Personal()
  @FieldResolver(() => [ProjectRevision], {
    nullable: true,
    description:
      'Where your projects stand (of more than 500 the newest). Ask before you read anything else, and give them to `changes`: it then tells what happened since, and nothing has to be read twice. Null for everybody but oneself.',
  })
  positions(@Root() user: UserRow, @Ctx() ctx: Context) {
    return ctx.viewer?.userId === user.id ? readPositions(ctx.em, ctx.viewer) : null;
  }
}

/** The notification an event speaks of. */
@Resolver(() => NotificationEventType)
export class NotificationEventFields {
  @FieldResolver(() => NotificationType, {
    nullable: true,
    description: 'The notification; null when it concerns all or it is gone.',
  })
  notification(@Root() { notificationId }: InboxEvent, @Ctx() ctx: Context) {
    return notificationId === null ? null : notificationLoader(ctx).load(notificationId);
  }
}
