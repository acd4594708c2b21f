import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { LIMITS } from '../../../contract/limits.js';
import { schemaOfInput } from '../../platform/graphql/inputOf.js';
import { isPublic } from '../../platform/graphql/public.js';
import { allowsPendingDeletion } from '../../platform/graphql/allowPendingDeletion.js';
import { fieldError, invalid, unknownName } from '../../platform/lib/errors.js';
import { presentAttachment } from '../../attachments/attachment.presenter.js';
import { presentInvitation, presentMember, presentProject } from '../../projects/project.presenter.js';
import type { Context } from '../../request/context.js';
import { COST, isSearch, maxRows } from '../../request/cost.js';
import type { ProgramUse } from '../../request/program.js';
import {
  readFlag,
  objectOf,
  PAGING_QUERY,
  type RestRequest,
  type Row,
  parseWholeNumber,
} from '../../request/restRow.js';
import { presentTask } from '../../tasks/task.presenter.js';
import { countCost } from '../graphql/cost.js';
import { programUseOf } from '../graphql/programs.js';
import { createSchema } from '../graphql/schema.js';
import { isAnswer } from './answers.js';

/** A row of the REST interface, completed from its GraphQL field. */
export interface Route extends Omit<Row, 'status' | 'params' | 'payload'> {
  /** True if it needs no sign-in, like its GraphQL field with `@Public()`. */
  public?: true;
  /** How API tokens may use it; the same as its GraphQL field. */
  program: ProgramUse;
  /** Of a success. */
  status: 200 | 201 | 202 | 204;
  run: NonNullable<Row['run']>;
}

/** Returns the root field with the same effect as a row. */
export const findGraphQLField = (
  { graphqlField }: Pick<Route, 'graphqlField'>,
  graphql: GraphQLSchema,
): GraphQLField<unknown, unknown> | undefined =>
  [graphql.getQueryType(), graphql.getMutationType()].flatMap((type) => type?.getFields()[graphqlField ?? ''] ?? [])[0];

/** Objects that REST answers with more fields than their row has. */
const PRESENTERS: Readonly<Record<string, (ctx: Context, row: never) => unknown>> = {
  Task: presentTask,
  Project: presentProject,
  ProjectMember: presentMember,
  Invitation: presentInvitation,
  Attachment: presentAttachment,
};

type Mutate = (input: object, ctx: Context) => Promise<Readonly<Record<string, unknown>>>;

function methodOf(mutation: string): Mutate {
  const found = getMetadataStorage().mutations.find(({ schemaName }) => schemaName === mutation);
  if (!found) throw new Error(`There is no mutation ${mutation}`);
  const resolver = Reflect.construct(found.target, []) as Record<string, Mutate>;
  return (input, ctx) => (resolver[found.methodName] as Mutate)(input, ctx);
}

/**
 * Returns the name of the only object in a mutation's payload, if there is exactly one. Lists and objects with a
 * resolver do not count.
 */
function objectIn({
  name: mutation,
  type,
}: GraphQLField<unknown, unknown>): { field: string; type: string } | undefined {
  const payload = getNamedType(type);
  const fields = isObjectType(payload) ? Object.values(payload.getFields()) : [];
  const [object, ...others] = fields.filter((field) => isObjectType(getNullableType(field.type)) && !field.resolve);
  if (!object) return undefined;
  const { name } = getNamedType(object.type);
  if (others.length > 0 || !isAnswer(name)) throw new Error(`What ${mutation} answers by REST is to be written out`);
  return { field: object.name, type: name };
}

/** Throws if the body and the path of a row together lack a field of the input. */
function requireAllFields(
  { name, args }: GraphQLField<unknown, unknown>,
  inBody: object,
  inPath: readonly string[],
): void {
  const input = getNamedType(args.find((arg) => arg.name === 'input')?.type);
  const fields = isInputObjectType(input) ? Object.keys(input.getFields()) : [];
  const missing = fields.find((field) => field !== 'mutationId' && !(field in inBody) && !inPath.includes(field));
  if (missing !== undefined) throw new Error(`REST gives ${name} no ${missing}`);
}

/** Returns the body, the answer and the `run` of a row that calls its mutation. */
function mutating(row: Row, field: GraphQLField<unknown, unknown>): Pick<Route, 'body' | 'answer' | 'run'> {
  const mutate = methodOf(field.name);
  const body = schemaOfInput(field.name);
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(
    ([, param = '']) => [param, row.params?.[param] ?? param] as const,
  );
  requireAllFields(
    field,
    body?.entries ?? {},
    inPath.map(([, name]) => name),
  );
  const object = row.payload || row.method === 'delete' ? undefined : objectIn(field);
  const answered = row.payload ?? object?.type;
  return {
    ...(body && { body }),
    ...(answered && { answer: objectOf(answered) }),
    run: async (ctx, request) => {
      const named = Object.fromEntries(inPath.map(([param, name]) => [name, request.params[param]]));
      const payload = await mutate({ ...(body && (request.body as object)), ...named }, ctx);
      if (!object) return payload;
      const found = payload[object.field];
      return PRESENTERS[object.type]?.(ctx, found as never) ?? found;
    },
  };
}

/** Completes a row from its GraphQL field: public or not, its scope, its body and answer. */
export function resolveRow(row: Row): Route {
  const { status, params: _params, payload: _payload, ...rest } = row;
  const field = findGraphQLField(row, createSchema());
  if (!row.run && !field) throw new Error(`There is no mutation ${row.graphqlField}`);
  const done = { ...rest, ...(row.run ? { run: row.run } : mutating(row, field as GraphQLField<unknown, unknown>)) };
  return {
    ...done,
    status: status ?? (done.answer || done.file ? 200 : 204),
    program: programUseOf(row.closedField ?? row.graphqlField),
    ...(field && isPublic(field) && { public: true }),
    ...(!row.run && field && allowsPendingDeletion(field) && { allowPendingDeletion: true }),
  };
}

/** Whether a row answers one object of this type. */
const answersSame = (route: Route, answer: Route['answer']): boolean =>
  typeof answer?.['$ref'] === 'string' && route.answer?.['$ref'] === answer['$ref'];

/**
 * Returns the GET row that reads the object that this row creates, for `Location` in its `201` or `202` (RFC 9110,
 * 15.3.2): below the path of this row or, for a copy and the like, where objects of this type are.
 */
export function addressOf({ status, path, answer }: Route, routes: readonly Route[]): Route | undefined {
  if (status !== 201 && status !== 202) return undefined;
  const reads = routes.filter((other) => other.method === 'get' && /^[^:]+\/:id$/.test(other.path));
  const below = reads.find((other) => other.path === `${path}/:id`);
  return below ?? reads.find((other) => answersSame(other, answer));
}

/**
 * Returns the GET row that answers the same object at the same address, if any. Answers of such a GET, and of a write that
 * answers the current object, have an `ETag`. PUT has none (RFC 9110, 9.3.4).
 */
export function representationOf(route: Route, routes: readonly Route[]): Route | undefined {
  const { method, path, answer, status } = route;
  const isMade = method === 'post' && status === 201;
  if (!answer || !(method === 'get' || method === 'patch' || isMade)) return undefined;
  const address = isMade ? addressOf(route, routes)?.path : path;
  const isSame = (other: Route): boolean =>
    other.method === 'get' && other.path === address && !other.paged && answersSame(other, answer);
  return routes.find(isSame);
}

/** Whether a row answers all rows of a list at once. */
export const isWholeList = ({ paged, answer }: Pick<Route, 'paged' | 'answer'>): boolean =>
  !paged && answer?.['type'] === 'array';

/** Refuses unknown query parameters. Otherwise a list with a misspelt filter would return everything. */
export function requireKnown(route: Route, query: RestRequest['query']): void {
  const { query: named, paged } = route;
  if (!named && !paged && !isWholeList(route)) return;
  const known = new Set([...(named ?? []), ...(paged ? PAGING_QUERY : [])].map(({ name }) => name));
  const unknown = Object.keys(query).find((name) => !known.has(name));
  if (unknown !== undefined) throw unknownName('parameter', unknown);
}

/** Returns the cost of a call: the same as of the GraphQL field with the same answer. */
export function costOfCall(route: Route, query: RestRequest['query']): number {
  const { method, paged } = route;
  const read = isWholeList(route) ? 1 + COST.unpagedList : 1;
  const { cost = method === 'get' ? read : COST.write } = route;
  const { limit, search, total } = query;
  const searching = isSearch(search) ? COST.search : 0;
  const counting = paged && total === 'true' ? countCost(connectionOf(route), query) : 0;
  const rows = paged ? maxRows(typeof limit === 'string' ? parseWholeNumber(limit) : NaN, LIMITS.pageMax) : 0;
  return (typeof cost === 'number' ? cost : cost(query)) + rows + searching + counting;
}

/** Returns whether a list call asks for the total. Throws VALIDATION_FAILED for anything but true and false. */
export function wantsTotal({ paged }: Route, query: RestRequest['query']): boolean {
  const total = paged ? (readFlag(query, 'total') ?? false) : false;
  if (typeof total !== 'boolean')
    throw invalid({ total: fieldError('wrongType', 'total must be true or false', { expected: 'boolean' }) });
  return total;
}

/** Returns the list's name in GraphQL: `Project.comments` for `/projects/:id/comments`. */
const connectionOf = ({ graphqlField, path }: Route): string => {
  const last = path.split('/').at(-1) ?? '';
  return path.includes('/:') && graphqlField
    ? `${graphqlField.replace(/^./, (first) => first.toUpperCase())}.${last}`
    : (graphqlField ?? '');
};
