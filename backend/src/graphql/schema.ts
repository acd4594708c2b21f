import 'reflect-metadata';
import {
  defaultFieldResolver,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  isObjectType,
} from 'graphql';
import { buildSchemaSync, getMetadataStorage, type PubSub } from 'type-graphql';
import { ApiTokenResolver } from '../auth/apiToken.resolver.js';
import { AuthResolver, UserPreferenceFields } from '../auth/auth.resolver.js';
import { SessionResolver } from '../auth/sessions.resolver.js';
import { TwoFactorResolver, UserTwoFactorFields } from '../auth/twoFactor.resolver.js';
import { CommentFields, CommentResolver, TaskCommentFields } from '../comments/comment.resolver.js';
import { DashboardResolver } from '../dashboard/dashboard.resolver.js';
import { type Context, requireViewer } from '../kernel/context.js';
import type { WriteInput } from '../kernel/graphql/write.js';
import { requireUse } from '../kernel/program.js';
import { HistoryEntryFields, ProjectActivityFields, TaskHistoryFields } from '../live/history.resolver.js';
import {
  ChangeFields,
  ChangeSetFields,
  LiveResolver,
  NotificationEventFields,
  UserFeedFields,
} from '../live/live.resolver.js';
import { NotificationConnectionFields, NotificationFields } from '../notifications/notification.fields.js';
import { NotificationResolver } from '../notifications/notification.resolver.js';
import {
  MemberWrittenFields,
  ProjectFields,
  ProjectMemberFields,
  RemoveProjectMemberFields,
} from '../projects/project.fields.js';
import { ProjectResolver } from '../projects/project.resolver.js';
import { BulkRunResolver } from '../tasks/bulkRun.resolver.js';
import { TaskFields } from '../tasks/task.fields.js';
import { TaskResolver } from '../tasks/task.resolver.js';
import { UserResolver } from '../users/user.resolver.js';
import { UserFields } from '../users/user.types.js';
import { programUseOf } from './programs.js';

/** The root fields that answer without a sign-in. Everything else is refused by construction. */
export const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  'register',
  'login',
  'completeLogin',
  'forgotPassword',
  'resetPassword',
  'revertEmail',
]);

/** Refuses whom a root field does not serve: somebody who is not signed in, and a program that may not use it. */
function admit({ name }: { name: string }, context: Context): void {
  if (!PUBLIC_FIELDS.has(name)) requireViewer(context);
  requireUse(context, name, programUseOf(name));
}

/** Puts that guard before every root field. */
function guard(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: Record<string, unknown>, context: Context, info) => {
      admit(field, context);
      return resolve(source, args, context, info);
    };
  }
}

/** Names each write of somebody signed in by the `mutationId` of its input, as `Idempotency-Key` does by REST. */
function nameWrites(mutations: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(mutations?.getFields() ?? {})) {
    if (PUBLIC_FIELDS.has(field.name)) continue;
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: { input?: WriteInput | null }, context: Context, info) => {
      const idempotencyKey = args.input?.mutationId ?? context.idempotencyKey;
      return resolve(source, args, { ...context, idempotencyKey }, info);
    };
  }
}

/** The guard before the first event of every subscription. */
function guardSubscriptions(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const subscribe = field.subscribe ?? defaultFieldResolver;
    field.subscribe = (source, args: Record<string, unknown>, context: Context, info) => {
      admit(field, context);
      return subscribe(source, args, context, info);
    };
  }
}

/** TypeGraphQL asks for one; our subscriptions read the log through the hubs and never publish. */
const unused = (): never => {
  throw new Error('nothing is published: the log is read');
};
const NO_PUB_SUB: PubSub = { publish: unused, subscribe: unused };

/** The scalars in our words: the library's speak of JavaScript, and name no standard. And times without a detour. */
function describeScalars(schema: GraphQLSchema): void {
  const time = schema.getType('DateTimeISO') as GraphQLScalarType;
  time.description =
    'A moment, as text by RFC 3339: taken with any zone (`2026-11-27T18:00:00+01:00`), answered in UTC with ' +
    'milliseconds (`2026-11-27T17:00:00.000Z`).';
  // our rows hold dates, always, which need none of the library's questions
  time.serialize = (value) => (value as Date).toISOString();
  time.specifiedByURL = 'https://www.rfc-editor.org/rfc/rfc3339';
  const json = schema.getType('JSONObject') as GraphQLScalarType;
  json.description = 'A JSON object, whose members the field that has it describes.';
}

/**
 * What only takes the row and the context is called with these: TypeGraphQL would sort and look up the parameters of each
 * call anew, for each field of each row.
 */
function callDirectly(schema: GraphQLSchema): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage();
  for (const { target, methodName, params = [], getObjectType } of fieldResolvers) {
    const places = params.toSorted((a, b) => a.index - b.index).map(({ kind }) => kind);
    if (!['', 'root', 'root,context'].includes(places.join())) continue;
    const owner = objectTypes.find((type) => type.target === getObjectType?.());
    const type = schema.getType(owner?.name ?? '');
    // what several types take over from one that is none of the schema goes the usual way
    const field = isObjectType(type) ? type.getFields()[methodName] : undefined;
    const resolver = Reflect.construct(target, []) as Record<string, (row: unknown, ctx: Context) => unknown>;
    if (field) field.resolve = (row, _args, ctx: Context) => resolver[methodName]?.(row, ctx);
  }
}

/** The schema of all rooms. Rules live in the services, so TypeGraphQL validates nothing. */
export function createSchema(): GraphQLSchema {
  // plain fields are properties of the rows, which graphql-js reads itself
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  const schema = buildSchemaSync({
    resolvers: [
      UserFields,
      UserResolver,
      AuthResolver,
      UserPreferenceFields,
      TwoFactorResolver,
      UserTwoFactorFields,
      SessionResolver,
      ApiTokenResolver,
      ProjectFields,
      ProjectMemberFields,
      MemberWrittenFields,
      RemoveProjectMemberFields,
      ProjectResolver,
      TaskFields,
      TaskResolver,
      BulkRunResolver,
      TaskCommentFields,
      CommentFields,
      CommentResolver,
      NotificationFields,
      NotificationConnectionFields,
      NotificationResolver,
      DashboardResolver,
      LiveResolver,
      HistoryEntryFields,
      TaskHistoryFields,
      ProjectActivityFields,
      ChangeSetFields,
      ChangeFields,
      UserFeedFields,
      NotificationEventFields,
    ],
    orphanedTypes: [],
    validate: false,
    pubSub: NO_PUB_SUB,
  });
  const [queries, mutations, subscriptions] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ];
  guard(queries);
  nameWrites(mutations);
  guard(mutations);
  guardSubscriptions(subscriptions);
  if (queries) queries.description = 'What can be read.';
  if (mutations)
    mutations.description = 'What can be done: each takes one input and answers with a payload of its own.';
  if (subscriptions) subscriptions.description = 'What can be followed, over a WebSocket.';
  describeScalars(schema);
  callDirectly(schema);
  return schema;
}
