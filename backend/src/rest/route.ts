import type { GraphQLField, GraphQLSchema } from 'graphql';
import type { GenericSchema } from 'valibot';
import type { ErrorCode } from '../../contract/errors.js';
import { countCost } from '../graphql/cost.js';
import { programUseOf } from '../graphql/programs.js';
import type { SentFile } from '../exports/export.service.js';
import type { Context } from '../kernel/context.js';
import { COST, isSearch, rowsOf } from '../kernel/cost.js';
import { badRequest, invalid, unknownName } from '../kernel/errors.js';
import { type Onward, type Page, type PageArgs, pageSize } from '../kernel/page.js';
import type { Precondition } from '../kernel/precondition.js';
import type { ProgramUse } from '../kernel/program.js';
import { LIMITS } from '../../contract/limits.js';
import { PAGING_QUERY } from './queryParameters.js';

/** What a row reads of a request. */
export interface RestRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** The parsed JSON body; an empty object when there was none. */
  body: unknown;
  /** Reads the body of a row that takes a file. */
  upload: () => Promise<Buffer>;
}

/** A page of a list as an answer: the `data` of the body, and where the list goes on. */
export class PageAnswer {
  constructor(
    readonly data: unknown,
    readonly onward: Onward | null,
    /** Counts the rows of the whole list. */
    readonly total: () => Promise<number>,
  ) {}
}

/** A file as an answer, sent as it is read. */
export class FileAnswer {
  constructor(readonly file: SentFile) {}
}

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Record<string, unknown>;

/** A query parameter as it is described. */
export interface QueryParameter {
  name: string;
  schema: JsonSchema;
  required?: true;
  /** Where the GraphQL twin has no argument of this name that says it. */
  description?: string;
}

/** One call of the REST interface: what it does, and what is published about it. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below /api, in Express's form. */
  path: string;
  /** The root field of GraphQL that does the same; a test holds the two against each other. Null where it takes a file. */
  twin: string | null;
  summary: string;
  /** The closed field of its twin's object that it answers, as `Type.field`: programs may do less with it. */
  closedField?: string;
  /** What is to be known of it, where its twin answers more than it does; else that of the twin is published. */
  description?: string;
  /** Its name in the published description, where another row has the same twin; the twin's unless given. */
  operationId?: string;
  /** The schema by which its service reads the body. */
  body?: GenericSchema;
  /** Takes a file for its body, of one of these types by what it holds; it is read when `run` asks for it. */
  upload?: { bytes: number; types: readonly string[] };
  /** The query parameters it reads beside those of paging. */
  query?: readonly QueryParameter[];
  /** A list: takes `limit` and `after`, answers a Link to the next rows. */
  paged?: true;
  /** What `data` is; where there is neither this nor a file, success is 204. */
  answer?: JsonSchema;
  /** The media type of the file that is answered in place of JSON. */
  file?: string;
  /** Refusals that its shape does not tell. */
  refuses?: readonly ErrorCode[];
  /** The table of the object that it changes, where that has a version: `If-Match` is compared with it. */
  versioned?: Precondition['table'];
  /** It matters by which device it is asked. */
  device?: true;
  /** What it costs beside its rows, in objects; 1 to read and 10 to write unless given. */
  cost?: number | ((query: RestRequest['query']) => number);
  /** Answers without a sign-in. */
  public?: true;
  /** Open to whoever is deleting their account; by GraphQL `@WhileLeaving()`. */
  whileLeaving?: true;
  /** What programs may do with it; the same as with its twin. */
  program: ProgramUse;
  /** Of a success. */
  status: 200 | 201 | 202 | 204;
  /** Answers the `data` of the body, a list as a page of it, a file as one; 204 has no use for it. */
  run: (ctx: Context, request: RestRequest) => Promise<unknown>;
}

/** A row of the table. */
export const call = (
  method: Route['method'],
  path: string,
  twin: Route['twin'],
  more: Omit<Route, 'method' | 'path' | 'twin' | 'status' | 'program'> & { status?: 201 | 202 },
): Route => ({
  method,
  path,
  twin,
  status: more.answer || more.file ? 200 : 204,
  program: programUseOf(more.closedField ?? twin),
  ...more,
});

/** Does this row make what can then be read at an address of its own? Its `201` or `202` names that (RFC 9110, 15.3.2). */
export const hasAddress = ({ status, path }: Route, routes: readonly Route[]): boolean =>
  (status === 201 || status === 202) && routes.some((other) => other.method === 'get' && other.path === `${path}/:id`);

/**
 * The row of the GET that answers the same object at the same address, of a GET itself or of a write that answers what is
 * there now: those answers have an `ETag`. PUT has none (RFC 9110, 9.3.4).
 */
export function representationOf(route: Route, routes: readonly Route[]): Route | undefined {
  const { method, path, answer, status } = route;
  const isMade = method === 'post' && status === 201;
  if (!answer || !(method === 'get' || method === 'patch' || isMade)) return undefined;
  const address = isMade ? `${path}/:id` : path;
  const isSame = (other: Route): boolean =>
    other.method === 'get' &&
    other.path === address &&
    !other.paged &&
    typeof answer['$ref'] === 'string' &&
    other.answer?.['$ref'] === answer['$ref'];
  return routes.find(isSame);
}

/** The root field that does the same as a row. */
export const twinOf = ({ twin }: Route, graphql: GraphQLSchema): GraphQLField<unknown, unknown> | undefined =>
  [graphql.getQueryType(), graphql.getMutationType()].flatMap((type) => type?.getFields()[twin ?? ''] ?? [])[0];

/** A query parameter that may be given once. */
export function one(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value === '' ? undefined : value;
  throw badRequest(`${name} may be given once`);
}

/** A query parameter that is a list, with commas (`a,b`), by repetition, or both, as clients differ in how they write one. */
export function list(query: Record<string, unknown>, name: string): string[] | undefined {
  const value = query[name];
  const joined = Array.isArray(value) ? value.join(',') : one(query, name);
  const items = joined?.split(',').map((item) => item.trim());
  return items?.filter((item) => item !== '');
}

/** A query parameter that is true or false; anything else is left to the schema to refuse. */
export function flag(query: Record<string, unknown>, name: string): unknown {
  const value = one(query, name);
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}

/** Decimal digits only; NaN for what else `Number` would take. */
const wholeNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

/** A query parameter that is a whole number; what is none is left to the rule of the field. */
export function whole(query: Record<string, unknown>, name: string): number | undefined {
  const value = one(query, name);
  return value === undefined ? undefined : wholeNumber(value);
}

/**
 * The paging parameters of a list: `limit` (1 to 100, default 100), and the cursors `after` and `before`, of which the latter
 * has the rows counted from the end.
 */
export function paging(query: Record<string, unknown>): PageArgs {
  const given = one(query, 'limit');
  const limit = pageSize(given === undefined ? undefined : wholeNumber(given), LIMITS.pageMax, 'limit');
  const [after, before] = [one(query, 'after'), one(query, 'before')];
  return before === undefined ? { first: limit, after } : { last: limit, after, before };
}

/** Refuses what a list does not take: a filter that is misspelt would answer everything. */
export function requireKnown({ query: named, paged }: Route, query: RestRequest['query']): void {
  if (!named && !paged) return;
  const known = new Set([...(named ?? []), ...(paged ? PAGING_QUERY : [])].map(({ name }) => name));
  const unknown = Object.keys(query).find((name) => !known.has(name));
  if (unknown !== undefined) throw unknownName('parameter', unknown);
}

/** What a call costs: as much as its twin by GraphQL that answers the same. */
export function costOfCall(route: Route, query: RestRequest['query']): number {
  const { method, paged, cost = method === 'get' ? 1 : COST.write } = route;
  const { limit, search, total } = query;
  const searching = isSearch(search) ? COST.search : 0;
  const counting = paged && total === 'true' ? countCost(connectionOf(route), query) : 0;
  const rows = paged ? rowsOf(typeof limit === 'string' ? wholeNumber(limit) : NaN, LIMITS.pageMax) : 0;
  return (typeof cost === 'number' ? cost : cost(query)) + rows + searching + counting;
}

/** Does a list call ask for the total? VALIDATION_FAILED for anything but true and false. */
export function wantsTotal({ paged }: Route, query: RestRequest['query']): boolean {
  const total = paged ? (flag(query, 'total') ?? false) : false;
  if (typeof total !== 'boolean') throw invalid({ total: ['total must be true or false'] });
  return total;
}

/** The list's name among those of GraphQL: `Project.comments` of `/projects/:id/comments`. */
const connectionOf = ({ twin, path }: Route): string => {
  const last = path.split('/').at(-1) ?? '';
  return path.includes('/:') && twin ? `${twin.replace(/^./, (first) => first.toUpperCase())}.${last}` : (twin ?? '');
};

/** A page as an answer: its rows, as they are unless told, and where the list goes on. */
export async function answerPage<Row>(
  { rows, onward, totalCount }: Page<Row>,
  present?: (row: Row) => unknown,
): Promise<PageAnswer> {
  return new PageAnswer(present ? await Promise.all(rows.map(present)) : rows, onward(), totalCount);
}
