import type { Context } from '../kernel/context.js';
import { badRequest } from '../kernel/errors.js';
import { type Page, pageSize } from '../kernel/page.js';
import { LIMITS } from '../../contract/limits.js';

/** What a row reads of a request. */
export interface RestRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** The parsed JSON body; an empty object when there was none. */
  body: unknown;
}

/** What a row answers: the `data` of the body, and for lists the cursor of the next page. */
export interface RestAnswer {
  data?: unknown;
  next?: string | undefined;
}

/** One call of the REST interface. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below /api, in Express's form. */
  path: string;
  /** The root field of GraphQL that does the same; a test holds the two against each other. */
  twin: string;
  summary: string;
  /** Answers without a sign-in. */
  public?: true;
  /** Of a success; 200 unless given. 204 has no body. */
  status?: 201 | 204;
  run: (ctx: Context, request: RestRequest) => Promise<RestAnswer>;
}

/** A query parameter that may be given once. */
export function one(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value === '' ? undefined : value;
  throw badRequest(`${name} may be given once`);
}

/** A query parameter that is a comma list. */
export const list = (query: Record<string, unknown>, name: string): string[] | undefined =>
  one(query, name)
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

/** A query parameter that is true or false; anything else is left to the schema to refuse. */
export function flag(query: Record<string, unknown>, name: string): unknown {
  const value = one(query, name);
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}

/** The paging parameters of a list: `limit` (1 to 100, default 100) and the cursor `after`. */
export function paging(query: Record<string, unknown>): { first: number; after: string | undefined } {
  const limit = one(query, 'limit');
  return {
    first: pageSize(limit === undefined ? undefined : Number(limit), LIMITS.pageMax, 'limit'),
    after: one(query, 'after'),
  };
}

/** A page as an answer: its rows and the cursor of the next one. */
export const answerPage = async <Row>(page: Page<Row>, present: (row: Row) => unknown): Promise<RestAnswer> => ({
  data: await Promise.all(page.rows.map(present)),
  next: page.hasNextPage ? page.cursors.at(-1) : undefined,
});
