import 'reflect-metadata';
import {
  defaultFieldResolver,
  getNullableType,
  type GraphQLField,
  GraphQLDirective,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  DirectiveLocation,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  specifiedDirectives,
} from 'graphql';
import { buildSchemaSync, getMetadataStorage, type PubSub } from 'type-graphql';
import { ApiTokenResolver } from '../auth/apiToken.resolver.js';
import { AuthResolver, UserPreferenceFields } from '../auth/auth.resolver.js';
import { AvatarResolver } from '../auth/avatar.resolver.js';
import { SessionResolver } from '../auth/sessions.resolver.js';
import { TwoFactorResolver, UserTwoFactorFields } from '../auth/twoFactor.resolver.js';
import { ChecklistResolver, TaskChecklistFields } from '../checklist/checklist.resolver.js';
import {
  CommentFields,
  CommentResolver,
  ProjectCommentFields,
  TaskCommentFields,
} from '../comments/comment.resolver.js';
import { AnalyticsResolver, PersonFiguresFields, TeamPersonFields } from '../dashboard/analytics.resolver.js';
import { DashboardResolver } from '../dashboard/dashboard.resolver.js';
import { ExportResolver } from '../exports/export.resolver.js';
import { admit, type Context } from '../kernel/context.js';
import type { TypedRow } from '../kernel/graphql/node.js';
import { isPersonal } from '../kernel/graphql/personal.js';
import { isWhileLeaving } from '../kernel/graphql/whileLeaving.js';
import type { WriteInput } from '../kernel/graphql/write.js';
import { requireUse } from '../kernel/program.js';
import { isoOf, type Moment } from '../kernel/rows.js';
import { ActivityResolver } from '../live/activity.resolver.js';
import { HistoryEntryFields, ProjectActivityFields, TaskHistoryFields } from '../live/history.resolver.js';
import { LastVisitResolver } from '../live/lastVisit.resolver.js';
import {
  ChangeFields,
  ChangeSetFields,
  LiveResolver,
  NotificationEventFields,
  UserFeedFields,
} from '../live/live.resolver.js';
import { ProjectChangesFields } from '../live/pull.resolver.js';
import { NotificationConnectionFields, NotificationFields } from '../notifications/notification.fields.js';
import { NotificationResolver } from '../notifications/notification.resolver.js';
import { ViewResolver } from '../tasks/view.resolver.js';
import { PushResolver } from '../notifications/push.resolver.js';
import { RegistrationResolver } from '../projects/registration.resolver.js';
import { InvitationFields, InvitationResolver, ProjectInvitationFields } from '../projects/invitation.resolver.js';
import {
  MemberWrittenFields,
  ProjectFields,
  ProjectMemberFields,
  RemoveProjectMemberFields,
} from '../projects/project.fields.js';
import { AccountDeletionResolver, UserDeletionFields } from '../projects/accountDeletion.resolver.js';
import { ProjectResolver, UserProjectFields } from '../projects/project.resolver.js';
import { BulkRunResolver } from '../tasks/bulkRun.resolver.js';
import { ProjectTaskFields, TaskFields, TaskGroupFields } from '../tasks/task.fields.js';
import { TaskResolver } from '../tasks/task.resolver.js';
import { TrashEntryFields, TrashResolver } from '../trash/trash.resolver.js';
import { UndoResolver } from '../undo/undo.resolver.js';
import { UserResolver } from '../users/user.resolver.js';
import { UserFields } from '../users/user.types.js';
import { NodeResolver } from './node.resolver.js';
import { CLOSED_FIELDS, programUseOf } from './programs.js';

/** The root fields that answer without a sign-in. Everything else is refused by construction. */
export const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  'register',
  'login',
  'completeLogin',
  'forgotPassword',
  'resetPassword',
  'revertEmail',
  'invitation',
]);

/** Refuses whom a root field does not serve: nobody in particular, who is leaving, and a program that may not use it. */
function letIn(field: GraphQLField<unknown, unknown>, context: Context): void {
  if (!PUBLIC_FIELDS.has(field.name)) admit(context, { whileLeaving: isWhileLeaving(field) });
  requireUse(context, field.name, programUseOf(field.name));
}

/** Puts that guard before every root field. */
function guard(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: Record<string, unknown>, context: Context, info) => {
      letIn(field, context);
      return resolve(source, args, context, info);
    };
  }
}

/**
 * Names each write of somebody signed in by the `mutationId` of its input, else by the header `Idempotency-Key`, which names
 * no more than one write of a document (`keyPlugin`).
 */
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

/** As tools know it (Relay, Apollo's clients for phones, codegen): where a null stands only beside an error. */
const SEMANTIC_NON_NULL = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'Null only where `errors` has an entry for it: a client that reads no data of failed fields may take it for non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
});

/**
 * Makes every root field nullable, whatever its author says of it: a refused one leaves the answers of those beside it, and
 * of writes that are done. What was declared non-null is null beside an error alone, which `schema.graphql` says of it.
 */
function nullableRoots(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    if (!isNonNullType(field.type)) continue;
    field.type = getNullableType(field.type);
    field.extensions = { ...field.extensions, [SEMANTIC_NON_NULL.name]: true };
  }
}

/** A row of an interface says what it is; the library would have it waited for, which compiled queries do not. */
function readTypenames(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = ({ __typename }: TypedRow) => __typename;
  }
}

/** The guard before the first event of every subscription. */
function guardSubscriptions(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const subscribe = field.subscribe ?? defaultFieldResolver;
    field.subscribe = (source, args: Record<string, unknown>, context: Context, info) => {
      letIn(field, context);
      return subscribe(source, args, context, info);
    };
  }
}

/** Whoever is deleting their account is told of themselves who they are, and nothing else that does not say so. */
function silenceWhileLeaving(user: unknown): void {
  if (!isObjectType(user)) return;
  for (const field of Object.values(user.getFields())) {
    if (!isPersonal(field) || isWhileLeaving(field)) continue;
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: Record<string, unknown>, context: Context, info) =>
      context.viewer?.deletionAt ? null : resolve(source, args, context, info);
  }
}

/** Refuses programs the fields that are closed to them; root fields are guarded by themselves. */
function closeFields(schema: GraphQLSchema): void {
  for (const [type, name] of CLOSED_FIELDS) {
    const owner = schema.getType(type);
    const field = isObjectType(owner) ? owner.getFields()[name] : undefined;
    if (!field) throw new Error(`${type}.${name} is no field`);
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: Record<string, unknown>, context: Context, info) => {
      requireUse(context, `${type}.${name}`, programUseOf(`${type}.${name}`));
      return resolve(source, args, context, info);
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
  // our rows hold their text, and all others dates, which need none of the library's questions
  time.serialize = (value) => isoOf(value as Moment);
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

let made: GraphQLSchema | undefined;

/** The schema of all rooms. It keeps nothing of an app, so a process has one, however many apps it starts (in tests many). */
export const createSchema = (): GraphQLSchema => (made ??= buildSchema());

/** Rules live in the services, so TypeGraphQL validates nothing. */
function buildSchema(): GraphQLSchema {
  // plain fields are properties of the rows, which graphql-js reads itself
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  const schema = buildSchemaSync({
    resolvers: [
      UserFields,
      UserResolver,
      AuthResolver,
      RegistrationResolver,
      UserPreferenceFields,
      TwoFactorResolver,
      UserTwoFactorFields,
      SessionResolver,
      AvatarResolver,
      AccountDeletionResolver,
      UserDeletionFields,
      ApiTokenResolver,
      ProjectFields,
      ProjectMemberFields,
      InvitationFields,
      InvitationResolver,
      ProjectInvitationFields,
      MemberWrittenFields,
      RemoveProjectMemberFields,
      ProjectResolver,
      UserProjectFields,
      TaskFields,
      ProjectTaskFields,
      TaskGroupFields,
      TaskResolver,
      BulkRunResolver,
      UndoResolver,
      TaskCommentFields,
      ProjectCommentFields,
      CommentFields,
      ChecklistResolver,
      TaskChecklistFields,
      CommentResolver,
      TrashEntryFields,
      TrashResolver,
      NotificationFields,
      NotificationConnectionFields,
      NotificationResolver,
      PushResolver,
      ViewResolver,
      DashboardResolver,
      AnalyticsResolver,
      PersonFiguresFields,
      TeamPersonFields,
      ExportResolver,
      LiveResolver,
      HistoryEntryFields,
      LastVisitResolver,
      ActivityResolver,
      TaskHistoryFields,
      ProjectActivityFields,
      ProjectChangesFields,
      ChangeSetFields,
      ChangeFields,
      UserFeedFields,
      NotificationEventFields,
      NodeResolver,
    ],
    orphanedTypes: [],
    validate: false,
    directives: [...specifiedDirectives, SEMANTIC_NON_NULL],
    pubSub: NO_PUB_SUB,
  });
  const [queries, mutations, subscriptions] = [
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ];
  nullableRoots(queries);
  nullableRoots(mutations);
  guard(queries);
  nameWrites(mutations);
  guard(mutations);
  guardSubscriptions(subscriptions);
  if (queries) queries.description = 'What can be read.';
  if (mutations)
    mutations.description = 'What can be done: each takes one input and answers with a payload of its own.';
  if (subscriptions) subscriptions.description = 'What can be followed, over a WebSocket.';
  describeScalars(schema);
  readTypenames(schema);
  callDirectly(schema);
  silenceWhileLeaving(schema.getType('User'));
  closeFields(schema);
  return schema;
}
