import { GraphQLError } from 'graphql';
import { Args, Ctx, FieldResolver, ID, Resolver, Root, Subscription } from 'type-graphql';
import { LIMITS } from '../../contract/limits.js';
import { type Context, requireViewer } from '../request/context.js';
import { readEpoch } from '../platform/database/epoch.js';
import { AppError, fieldError, invalid } from '../platform/lib/errors.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { ProjectRevision } from '../platform/graphql/write.js';
import { parseId } from '../platform/lib/ids.js';
import { notificationLoader } from '../notifications/notification.reads.js';
import { NotificationType } from '../notifications/notification.types.js';
import type { ProjectRow } from '../projects/project.reads.js';
import { ProjectType } from '../projects/project.types.js';
import { type UserRow, userLoader } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { readPositions } from './changeSets.js';
import { type EventChange, listEventChanges } from './eventChanges.js';
import type { KnownPositions } from './projectHub.js';
import type { InboxEvent } from './inboxHub.js';
import type { LiveContext } from './feedContext.js';
import type { ProjectEvent } from './projectEvent.js';
import { ChangesArgs, ChangeSetType, ChangeType, NotificationEventType } from './feed.types.js';

function positions({ after, epoch }: ChangesArgs): KnownPositions {
  const known = after ?? [];
  if (known.length > LIMITS.cursorsMax) {
    const max = LIMITS.cursorsMax;
    throw invalid({ after: fieldError('tooMany', `after takes at most ${max} projects`, { max }) });
  }
  return { cursors: known.map(({ projectId, revision }) => ({ projectId: parseId(projectId), revision })), epoch };
}

export function requireSocket(ctx: Context): LiveContext {
  const { live } = ctx as Partial<LiveContext>;
  if (!live) throw new AppError('UNAVAILABLE', 'Subscriptions need a WebSocket');
  return ctx as LiveContext;
}

/** Over HTTP graphql-js runs a subscription like a query, without an event. */
export function requireEvent<Event>(event: Event | undefined): Event {
  if (event !== undefined) return event;
  throw new GraphQLError('Subscriptions need a WebSocket', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}

/** Each event is resolved in a context of its own (`eventContext`). */
@Resolver()
export class FeedResolver {
  @Subscription(() => ChangeSetType, {
    description: 'Changes in your projects, each write once and in order; first those you missed since `after`.',
    subscribe: ({ context, args }) => {
      const { live } = requireSocket(context as Context);
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
    description: 'Changes to your notifications, starting with the current count (SYNC).',
    subscribe: ({ context }) => {
      const { live } = requireSocket(context as Context);
      return live.hubs.inboxes.subscribe(requireViewer(context as Context).userId, live.onOverflow);
    },
  })
  notificationChanged(@Root() event: InboxEvent | undefined): InboxEvent {
    return requireEvent(event);
  }
}

@Resolver(() => ChangeSetType)
export class ChangeSetFields {
  @FieldResolver(() => UserType, orNull('Who did it.'))
  actor(@Root() { actorId }: ProjectEvent, @Ctx() ctx: Context) {
    return actorId === null ? null : userLoader(ctx).load(actorId);
  }

  @FieldResolver(() => [ChangeType], { description: 'The changes, one per object.' })
  changes(@Root() event: ProjectEvent): EventChange[] {
    return listEventChanges(event);
  }

  @FieldResolver(() => ID, {
    description:
      'Identifies the database since its last restore; revisions are only comparable within one epoch. If it differs from yours, the database was restored: drop your data and keep this epoch.',
  })
  epoch(@Root() { scope }: ProjectEvent): string {
    return scope.epoch;
  }

  @FieldResolver(() => ProjectType, orNull('The project as it is now; null if you left it.'))
  project(@Root() { project }: ProjectEvent): ProjectRow | null {
    return project;
  }
}

@Resolver(() => UserType)
export class UserFeedFields {
  @Personal()
  @FieldResolver(() => ID, {
    nullable: true,
    description:
      'Identifies the database since its last restore. After a restore it changes, and earlier revisions are no longer valid. Null unless you are this user.',
  })
  epoch(@Root() user: UserRow, @Ctx() ctx: Context) {
    return ctx.viewer?.userId === user.id ? readEpoch(ctx.em) : null;
  }

  @Personal()
  @FieldResolver(() => [ProjectRevision], {
    nullable: true,
    description:
      'The positions of your projects (the newest 500). Read them before anything else and pass them to `changes`, which then sends everything that happened since, so that you read nothing twice. Null unless you are this user.',
  })
  positions(@Root() user: UserRow, @Ctx() ctx: Context) {
    return ctx.viewer?.userId === user.id ? readPositions(ctx.em, ctx.viewer) : null;
  }
}

@Resolver(() => NotificationEventType)
export class NotificationEventFields {
  @FieldResolver(() => NotificationType, {
    nullable: true,
    description: 'The notification; null if the event concerns all of them or it was deleted.',
  })
  notification(@Root() { notificationId }: InboxEvent, @Ctx() ctx: Context) {
    return notificationId === null ? null : notificationLoader(ctx).load(notificationId);
  }
}
