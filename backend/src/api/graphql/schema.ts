import 'reflect-metadata';
import {
  defaultFieldResolver,
  getNamedType,
  getNullableType,
  type GraphQLField,
  GraphQLDirective,
  type GraphQLObjectType,
  type GraphQLScalarType,
  type GraphQLSchema,
  DirectiveLocation,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  specifiedDirectives,
} from 'graphql';
import { buildSchemaSync, getMetadataStorage, type PubSub } from 'type-graphql';
import { modules } from '../../modules.js';
import { requireActive, type Context } from '../../request/context.js';
import { isPublic } from '../../platform/graphql/public.js';
import type { TypedRow } from '../../platform/graphql/node.js';
import { isPersonal } from '../../platform/graphql/personal.js';
import { allowsPendingDeletion } from '../../platform/graphql/allowPendingDeletion.js';
import type { WriteInput } from '../../platform/graphql/write.js';
import { requireUse } from '../../request/program.js';
import { replaceTaskKeys, taskInputsOf } from '../../tasks/taskKeys.js';
import { toIso, type Moment } from '../../platform/database/rows.js';
import { NodeResolver } from './node.resolver.js';
import { CLOSED_FIELDS, programUseOf } from './programs.js';

/** Refuses viewers who are not signed in or are deleting their account, and API tokens that may not use the field. */
function authorizeField(field: GraphQLField<unknown, unknown>, context: Context): void {
  if (!isPublic(field)) requireActive(context, { allowPendingDeletion: allowsPendingDeletion(field) });
  requireUse(context, field.name, programUseOf(field.name));
}

/** Authorizes every root field. */
function guard(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: Record<string, unknown>, context: Context, info) => {
      authorizeField(field, context);
      return resolve(source, args, context, info);
    };
  }
}

/** Returns the names of a root field's inputs: of the fields of its `input`, or else of its arguments. */
function inputNamesOf({ args }: GraphQLField<unknown, unknown>): string[] {
  const type = getNamedType(args.find(({ name }) => name === 'input')?.type);
  return isInputObjectType(type) ? Object.keys(type.getFields()) : args.map(({ name }) => name);
}

function acceptTaskKeys(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const inputs = inputNamesOf(field);
    const names = taskInputsOf(field.name).filter((name) => inputs.includes(name.replace(/\..*/, '')));
    if (names.length === 0) continue;
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = async (source, args: { input?: object; projectId?: string | null }, context: Context, info) => {
      const replaced = args.input
        ? { ...args, input: await replaceTaskKeys(context, args.input, names) }
        : await replaceTaskKeys(context, args, names, args.projectId ?? undefined);
      return resolve(source, replaced, context, info);
    };
  }
}

/**
 * Sets the idempotency key of each write: the `mutationId` of its input, else the header `Idempotency-Key`, which `keyPlugin`
 * limits to one write of a document.
 */
function nameWrites(mutations: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(mutations?.getFields() ?? {})) {
    if (isPublic(field)) continue;
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: { input?: WriteInput | null }, context: Context, info) => {
      const idempotencyKey = args.input?.mutationId ?? context.idempotencyKey;
      return resolve(source, args, { ...context, idempotencyKey }, info);
    };
  }
}

/** The directive known to Relay, Apollo's mobile clients and codegen: the field is null only with an error. */
const SEMANTIC_NON_NULL = new GraphQLDirective({
  name: 'semanticNonNull',
  description:
    'Null only if `errors` has an entry for the field. A client that ignores the data of failed fields can treat it as non-null.',
  locations: [DirectiveLocation.FIELD_DEFINITION],
});

/**
 * Makes every root field nullable, so that a failed one does not discard the results of the others. Fields declared non-null
 * are null only with an error, which the directive records.
 */
function nullableRoots(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    if (!isNonNullType(field.type)) continue;
    field.type = getNullableType(field.type);
    field.extensions = { ...field.extensions, [SEMANTIC_NON_NULL.name]: true };
  }
}

/** Resolves interface types synchronously from the row, because compiled queries do not await them. */
function readTypenames(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isInterfaceType(type)) type.resolveType = ({ __typename }: TypedRow) => __typename;
  }
}

/** Authorizes every subscription before its first event. */
function guardSubscriptions(type: GraphQLObjectType | null | undefined): void {
  for (const field of Object.values(type?.getFields() ?? {})) {
    const subscribe = field.subscribe ?? defaultFieldResolver;
    field.subscribe = (source, args: Record<string, unknown>, context: Context, info) => {
      authorizeField(field, context);
      return subscribe(source, args, context, info);
    };
  }
}

/** While a viewer's account deletion is pending, hides all but a few of their own user's fields. */
function hideWhileDeleting(user: unknown): void {
  if (!isObjectType(user)) return;
  for (const field of Object.values(user.getFields())) {
    if (!isPersonal(field) || allowsPendingDeletion(field)) continue;
    const resolve = field.resolve ?? defaultFieldResolver;
    field.resolve = (source, args: Record<string, unknown>, context: Context, info) =>
      context.viewer?.deletionAt ? null : resolve(source, args, context, info);
  }
}

/** Refuses API tokens the nested fields that are closed to them. */
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

/** TypeGraphQL requires a PubSub; our subscriptions read the log and never publish. */
const unused = (): never => {
  throw new Error('subscriptions do not publish');
};
const NO_PUB_SUB: PubSub = { publish: unused, subscribe: unused };

/** Describes the scalars, because the library's descriptions refer to JavaScript, and serializes times directly. */
function describeScalars(schema: GraphQLSchema): void {
  const time = schema.getType('DateTimeISO') as GraphQLScalarType;
  time.description =
    'A time in RFC 3339 format. Input accepts any zone (`2026-11-27T18:00:00+01:00`); output is in UTC with milliseconds ' +
    '(`2026-11-27T17:00:00.000Z`).';
  // Values are texts or dates from our own rows, so the library's checks are not needed.
  time.serialize = (value) => toIso(value as Moment);
  time.specifiedByURL = 'https://www.rfc-editor.org/rfc/rfc3339';
  const json = schema.getType('JSONObject') as GraphQLScalarType;
  json.description = 'A JSON object; its members are described by the field.';
}

/**
 * Calls field resolvers that take only the row and the context directly, because TypeGraphQL would sort and look up the
 * parameters for each field of each row.
 */
function callDirectly(schema: GraphQLSchema): void {
  const { fieldResolvers, objectTypes } = getMetadataStorage();
  for (const { target, methodName, params = [], getObjectType } of fieldResolvers) {
    const places = params.toSorted((a, b) => a.index - b.index).map(({ kind }) => kind);
    if (!['', 'root', 'root,context'].includes(places.join())) continue;
    const owner = objectTypes.find((type) => type.target === getObjectType?.());
    const type = schema.getType(owner?.name ?? '');
    // Resolvers inherited from a class outside the schema are called by TypeGraphQL.
    const field = isObjectType(type) ? type.getFields()[methodName] : undefined;
    const resolver = Reflect.construct(target, []) as Record<string, (row: unknown, ctx: Context) => unknown>;
    if (field) field.resolve = (row, _args, ctx: Context) => resolver[methodName]?.(row, ctx);
  }
}

let made: GraphQLSchema | undefined;

/** Returns the schema of all modules. It has no state, so the apps of a process (many in tests) share one. */
export const createSchema = (): GraphQLSchema => (made ??= buildSchema());

/** The services validate, so TypeGraphQL does not. */
function buildSchema(): GraphQLSchema {
  // graphql-js reads plain fields from the rows itself.
  for (const type of getMetadataStorage().objectTypes) type.simpleResolvers = true;
  const schema = buildSchemaSync({
    resolvers: [NodeResolver, ...modules.flatMap(({ resolvers }) => resolvers ?? [])],
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
  acceptTaskKeys(queries);
  acceptTaskKeys(mutations);
  // `Project.tasks` has the same filter as `tasks`
  acceptTaskKeys(schema.getType('Project') as GraphQLObjectType);
  guard(queries);
  nameWrites(mutations);
  guard(mutations);
  guardSubscriptions(subscriptions);
  if (queries) queries.description = 'Read operations.';
  if (mutations) mutations.description = 'Write operations. Each takes one input and returns its own payload.';
  if (subscriptions) subscriptions.description = 'Subscriptions, over a WebSocket.';
  describeScalars(schema);
  readTypenames(schema);
  callDirectly(schema);
  hideWhileDeleting(schema.getType('User'));
  closeFields(schema);
  return schema;
}
