import type { GenericSchema } from 'valibot';
import type { ErrorCode } from '../../contract/errors.js';
import { LIMITS } from '../../contract/limits.js';
import { badRequest } from '../platform/lib/errors.js';
import type { Context } from './context.js';
import { type NextPage, type Page, type PageArgs, pageSize } from './page.js';
import type { Precondition } from './precondition.js';

/** A file in an answer, sent while it is read. */
export interface SentFile {
  name: string;
  type: string;
  bytes: number;
  parts: AsyncIterable<Buffer>;
}

/** The parts of a request that a row reads. */
export interface RestRequest {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** The parsed JSON body; an empty object when there was none. */
  body: unknown;
  /** Reads the body of a row that takes a file. */
  upload: () => Promise<Buffer>;
  /** The body of a row that stores a file while it arrives. */
  stream: () => StreamedBody;
}

export interface StreamedBody {
  /** The declared length of the body. */
  bytes: number | null;
  /** The offset in the file at which the body begins: above 0 if an interrupted upload is continued. */
  from: number;
  /** The declared size of the whole file. */
  total: number | null;
  read: () => AsyncIterable<Buffer>;
}

/** A page of a list as an answer. */
export class PageAnswer {
  constructor(
    readonly data: unknown,
    readonly nextPage: NextPage | null,
    /** Counts the rows of the whole list. */
    readonly total: () => Promise<number>,
  ) {}
}

/** An answer with a file, sent while it is read. */
export class FileAnswer {
  constructor(readonly file: SentFile) {}
}

/** A JSON Schema of draft 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Record<string, unknown>;

export interface QueryParameter {
  name: string;
  schema: JsonSchema;
  required?: true;
  /** By default, the description of the GraphQL argument with this name. */
  description?: string;
}

/** One call of the REST interface, as its module declares it. `api/rest` adds what its GraphQL field defines. */
export interface Row {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Below /api, in Express's form. */
  path: string;
  /** The GraphQL root field with the same effect (`parity.test.ts` compares them). Null if it takes a file. */
  graphqlField: string | null;
  summary: string;
  /**
   * The GraphQL field whose rule for API tokens applies, if it is not the field of the row: a field of its answer, as
   * `Type.field`, or another root field.
   */
  closedField?: string;
  /** Its description. By default, the description of its GraphQL field. */
  description?: string;
  /** Its name in OpenAPI. By default, the name of its GraphQL field, so two rows for the same field must set it. */
  operationId?: string;
  /** The schema by which its service reads the body. */
  body?: GenericSchema;
  /** The body is a file of one of these types (checked by its content). It is read when `run` asks for it. */
  upload?: { bytes: number; types: readonly string[]; isStreamed?: true };
  /** The query parameters that it reads besides the paging parameters. */
  query?: readonly QueryParameter[];
  /** A list: takes `limit` and `after`, answers a Link to the next rows. */
  paged?: true;
  /** The schema of `data`. Without it and without `file`, the status is 204. */
  answer?: JsonSchema;
  /** The media type, if the answer is a file. */
  file?: string;
  /** Further error codes. */
  refuses?: readonly ErrorCode[];
  /** The table of the object that it changes, if it has a version: `If-Match` is compared with it. */
  versioned?: Precondition['table'];
  /** The call depends on the device. */
  device?: true;
  /** The cost in objects, besides its rows; default 1 for a read, 11 for a list without pages, 10 for a write. */
  cost?: number | ((query: RestRequest['query']) => number);
  /** Open to people whose account deletion is pending; in GraphQL `@AllowPendingDeletion()`. */
  allowPendingDeletion?: true;
  /** The status of a success, if not 200 or 204. */
  status?: 201 | 202;
  /**
   * Returns the `data` of the answer; a list returns a PageAnswer, a file a FileAnswer. Without `run`, the row calls
   * its mutation: the input consists of the body and the path parameters, and the answer is the only object in the
   * payload.
   */
  run?: (ctx: Context, request: RestRequest) => Promise<unknown>;
  /** Without `run`: the input fields of path parameters that have another name. */
  params?: Readonly<Record<string, string>>;
  /** Without `run`: the name of the payload, if it is answered as a whole. */
  payload?: string;
}

/** Declares a row with its own `run`: a read, a file, or a write that does not answer a single object. */
export const call = (
  method: Row['method'],
  path: string,
  graphqlField: Row['graphqlField'],
  more: Omit<Row, 'method' | 'path' | 'graphqlField' | 'params' | 'payload'> & Required<Pick<Row, 'run'>>,
): Row => ({ method, path, graphqlField, ...more });

/** Declares a row that calls a mutation. A DELETE has no answer. */
export const write = (
  method: Row['method'],
  path: string,
  graphqlField: string,
  summary: string,
  more: Pick<Row, 'status' | 'params' | 'payload' | 'refuses' | 'versioned' | 'device' | 'operationId'> = {},
): Row => ({ method, path, graphqlField, summary, ...more });

/** An object of this name in `api/rest/answers.ts`. */
export const objectOf = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

export const objectOrNull = (name: string): JsonSchema => ({ anyOf: [objectOf(name), { type: 'null' }] });

export const oneOf = (...names: string[]): JsonSchema => ({ anyOf: names.map(objectOf) });

export const listOf = (name: string): JsonSchema => ({ type: 'array', items: objectOf(name) });

/** Reads a query parameter that may be given only once. */
export function readOne(query: Record<string, unknown>, name: string): string | undefined {
  const value = query[name];
  if (value === undefined || typeof value === 'string') return value === '' ? undefined : value;
  throw badRequest(`${name} may be given once`);
}

/** Reads query parameters, each of which may be given only once. */
export const readParameters = (
  { query }: Pick<RestRequest, 'query'>,
  parameters: readonly { name: string }[],
): Record<string, string | undefined> => Object.fromEntries(parameters.map(({ name }) => [name, readOne(query, name)]));

/** Reads a query parameter that is a list: separated by commas (`a,b`), repeated, or both, because clients differ. */
export function readList(query: Record<string, unknown>, name: string): string[] | undefined {
  const value = query[name];
  const joined = Array.isArray(value) ? value.join(',') : readOne(query, name);
  const items = joined?.split(',').map((item) => item.trim());
  return items?.filter((item) => item !== '');
}

/** Parses a query parameter that is true or false. Any other text is returned unchanged, and the schema refuses it. */
export function readFlag(query: Record<string, unknown>, name: string): unknown {
  const value = readOne(query, name);
  if (value === 'true') return true;
  return value === 'false' ? false : value;
}

/** Parses decimal digits. Returns NaN for other texts that `Number` would accept. */
export const parseWholeNumber = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

/** Parses a query parameter that is a whole number. Returns NaN for other texts, which the field's rule refuses. */
export function readWholeNumber(query: Record<string, unknown>, name: string): number | undefined {
  const value = readOne(query, name);
  return value === undefined ? undefined : parseWholeNumber(value);
}

export const PAGING_QUERY: readonly QueryParameter[] = [
  {
    name: 'limit',
    schema: { type: 'integer', minimum: 1, maximum: LIMITS.pageMax, default: LIMITS.pageMax },
    description: 'How many rows to answer.',
  },
  {
    name: 'after',
    schema: { type: 'string' },
    description: 'The cursor after which the page starts, from the `Link` header of the page before.',
  },
  {
    name: 'before',
    schema: { type: 'string' },
    description:
      'The cursor of a row: answers the `limit` rows right before it, in the same order, and in `Link` where those before are.',
  },
  {
    name: 'total',
    schema: { type: 'boolean', default: false },
    description:
      'Whether to count the whole list: `X-Total-Count` of the answer. It costs what `totalCount` costs by GraphQL.',
  },
];

/**
 * Reads the paging parameters of a list: `limit` (1 to 100, default 100), and the cursors `after` and `before`. With
 * `before`, the page has the last rows before the cursor.
 */
export function paging(query: Record<string, unknown>): PageArgs {
  const given = readOne(query, 'limit');
  const limit = pageSize(given === undefined ? undefined : parseWholeNumber(given), LIMITS.pageMax, 'limit');
  const [after, before] = [readOne(query, 'after'), readOne(query, 'before')];
  return before === undefined ? { first: limit, after } : { last: limit, after, before };
}

/** Converts a page to an answer, with `present` applied to its rows. */
export async function answerPage<Row>(
  { rows, nextPage, totalCount }: Page<Row>,
  present?: (row: Row) => unknown,
): Promise<PageAnswer> {
  return new PageAnswer(present ? await Promise.all(rows.map(present)) : rows, nextPage(), totalCount);
}
