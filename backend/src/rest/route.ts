import type { GenericSchema } from 'valibot';
import type { ErrorCode } from '../../contract/errors.js';
import { programUseOf } from '../graphql/programs.js';
import type { Context } from '../kernel/context.js';
import { COST, isSearch, rowsOf } from '../kernel/cost.js';
import { badRequest } from '../kernel/errors.js';
import { type Page, pageSize } from '../kernel/page.js';
import type { ProgramUse } from '../kernel/program.js';
import { LIMITS } from '../../contract/limits.js';

/** What a row reads of a request. */
export interface RestRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** The parsed JSON body; an empty object when there was none. */
  body: unknown;
}

/** A page of a list as an answer: the `data` of the body, and the cursor of the next page. */
export class PageAnswer {
  constructor(
    readonly data: unknown,
    readonly next: string | null,
  ) {}
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
  /** The root field of GraphQL that does the same; a test holds the two against each other. */
  twin: string;
  summary: string;
  /** Its name in the published description, where another row has the same twin; the twin's unless given. */
  operationId?: string;
  /** The schema by which its service reads the body. */
  body?: GenericSchema;
  /** The query parameters it reads beside those of paging. */
  query?: readonly QueryParameter[];
  /** A list: takes `limit` and `after`, answers a Link to the next rows. */
  paged?: true;
  /** What `data` is; where there is none, success is 204. */
  answer?: JsonSchema;
  /** Refusals that its shape does not tell. */
  refuses?: readonly ErrorCode[];
  /** It matters by which device it is asked. */
  device?: true;
  /** What it costs beside its rows, in objects; 1 to read and 10 to write unless given. */
  cost?: number;
  /** Answers without a sign-in. */
  public?: true;
  /** What programs may do with it; the same as with its twin. */
  program: ProgramUse;
  /** Of a success. */
  status: 200 | 201 | 204;
  /** Answers the `data` of the body, a list as a page of it; 204 has no use for it. */
  run: (ctx: Context, request: RestRequest) => Promise<unknown>;
}

/** A row of the table. */
export const call = (
  method: Route['method'],
  path: string,
  twin: string,
  more: Omit<Route, 'method' | 'path' | 'twin' | 'status' | 'program'> & { status?: 201 },
): Route => ({ method, path, twin, status: more.answer ? 200 : 204, program: programUseOf(twin), ...more });

/** Does this row make what can then be read at an address of its own? Its `201` names that (RFC 9110, 15.3.2). */
export const hasAddress = ({ status, path }: Route, routes: readonly Route[]): boolean =>
  status === 201 && routes.some((other) => other.method === 'get' && other.path === `${path}/:id`);

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

/** The paging parameters of a list: `limit` (1 to 100, default 100) and the cursor `after`. */
export function paging(query: Record<string, unknown>): { first: number; after: string | undefined } {
  const limit = one(query, 'limit');
  return {
    first: pageSize(limit === undefined ? undefined : wholeNumber(limit), LIMITS.pageMax, 'limit'),
    after: one(query, 'after'),
  };
}

/** What a call costs: as much as its twin by GraphQL that answers the same. */
export function costOfCall(
  { method, paged, cost = method === 'get' ? 1 : COST.write }: Route,
  query: RestRequest['query'],
) {
  const { limit, search } = query;
  const rows = paged ? rowsOf(typeof limit === 'string' ? wholeNumber(limit) : NaN, LIMITS.pageMax) : 0;
  return cost + rows + (isSearch(search) ? COST.search : 0);
}

/** A page as an answer: its rows, as they are unless told, and the cursor of the next one. */
export async function answerPage<Row>(
  { rows, hasNextPage, cursorAt }: Page<Row>,
  present: (row: Row) => unknown = (row) => row,
): Promise<PageAnswer> {
  return new PageAnswer(await Promise.all(rows.map(present)), hasNextPage ? cursorAt(-1) : null);
}
