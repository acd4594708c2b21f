import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '../../contract/limits.js';
import { isUuid } from '../../contract/uuid.js';
import { PREPARABLE } from '../platform/database/preparable.js';
import type { Context } from './context.js';
import { badRequest, fieldError, invalid } from '../platform/lib/errors.js';
import type { MaybePromise } from './loaders.js';
import type { Rows } from '../platform/database/rows.js';

/** Relay's page arguments. */
export interface PageArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  /** Reads no rows, because only the total is requested. */
  isOnlyCounted?: boolean | undefined;
}

/** The size and direction of a page, by Relay's algorithm. */
interface PageRange {
  size: number;
  /** From the end: rows are read in reverse order, and reversed again. */
  backward: boolean;
}

/** A cursor and the rows on one side of it, including its own. */
export interface Beyond {
  cursor: string;
  side: 'before' | 'after';
}

/** Whether a text can be an id of this SQL type. */
const IS_ID = {
  uuid: isUuid,
  int: (id: string): boolean => /^\d{1,9}$/.test(id),
  text: (id: string): boolean => /^[\w-]{1,100}$/.test(id),
};

/** A total order: a sort expression, then the id, both in one direction, so that a row comparison works. */
export interface Order {
  /** Part of the cursor, so that a cursor of another order is refused. */
  name: string;
  by: RawBuilder<unknown>;
  /**
   * The SQL type of `by`; its text form goes into the cursor. Use a type that the driver returns as text (times, enums,
   * texts): a cast in the statement would run for every sorted row, not only for the page.
   */
  type: string;
  id: RawBuilder<unknown>;
  /** The row's field for `id`; default `id`. */
  idName?: string;
  /** The SQL type of `id`; default uuid. */
  idType?: keyof typeof IS_ID;
  descending: boolean;
}

const orderIn =
  (descending: boolean) =>
  (
    name: string,
    type: string,
    by: RawBuilder<unknown>,
    id: RawBuilder<unknown>,
    ofId: Pick<Order, 'idName' | 'idType'> = {},
  ): Order => ({ name, type, by, id, ...ofId, descending });

/** An order is defined by its name in cursors, the SQL type and expression of its key, and the id. */
export const ascending = orderIn(false);
export const descending = orderIn(true);

/** Columns that are computed for the rows of a page. */
export interface PageColumns<Row> {
  /** From `row` and the joined tables. */
  columns: RawBuilder<unknown>;
  /** Joins to `row`. */
  beside?: RawBuilder<unknown> | undefined;
  toRow: (raw: object) => Row;
  /**
   * A table of these rows with the fields that `columns` and `beside` use. With it, a page that is planned each time computes
   * them in a second statement, whose plan is kept: they have most of the tables, so most of the planning.
   */
  tableOf?: (rows: readonly Raw[]) => RawBuilder<unknown>;
}

/** Whether the columns of a page are computed in a second statement. */
const isInSecondStatement = <Row>(
  ofPage: PageColumns<Row> | undefined,
  isPreparable: boolean | undefined,
): ofPage is Required<PageColumns<Row>> => !isPreparable && ofPage?.tableOf !== undefined;

/** A list: everything but the cursor and the limit. */
export interface ListQuery<Row> {
  rows: Rows<Row>;
  /** For a list with `parts`: the columns that are computed only for the rows of the page. */
  ofPage?: PageColumns<Row> | undefined;
  /** Partitions that `where` can refer to: the page merges the first rows of each, so that an index by part and order is read no further. */
  parts?: RawBuilder<unknown>;
  /** The column of the rows that can have a long text. Nested lists stop reading after too much of it. */
  longText?: string;
  /** Its plan does not depend on its values: see `PREPARABLE`. */
  isPreparable?: boolean;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  order: Order;
}

/** The arguments of the next page, in the direction of reading. */
export type NextPage = { after: string } | { before: string };

/** A page of a list. Functions that query further rows do so on demand. */
export interface Page<Row> {
  rows: Row[];
  /** Returns a row's cursor, by its index from the front or (negative) the end; null if there is no such row. */
  cursorAt: (index: number) => string | null;
  /** Null on the last page. */
  nextPage: () => NextPage | null;
  hasNextPage: () => MaybePromise<boolean>;
  hasPreviousPage: () => MaybePromise<boolean>;
  totalCount: () => Promise<number>;
}

/** Returns the cursor of the next page of a list that is read from its start; null on the last one. */
export function nextCursor({ nextPage }: Page<unknown>): string | null {
  const next = nextPage();
  return next && 'after' in next ? next.after : null;
}

/** Reads a list from its start, page by page, up to a number of rows. */
export async function readUpTo<Row>(max: number, read: (args: PageArgs) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = [];
  for (let after: string | null = null; ;) {
    const page = await read({ first: LIMITS.pageMax, after });
    all.push(...page.rows);
    after = nextCursor(page);
    if (after === null || all.length >= max) return all.slice(0, max);
  }
}

/** Queries about the rows around a page. */
interface Around {
  totalCount: () => Promise<number>;
  exists: (beyond: Beyond) => Promise<boolean>;
}

export const SORT_KEY = 'sortKey';
/** A row of the driver. Numeric sort keys are numbers. */
export type Raw = Record<string, unknown> & { sortKey: string | number };

export const idFieldName = ({ idName = 'id' }: Order): string => idName;

const encode = (order: Order, row: Raw): string =>
  Buffer.from(JSON.stringify([order.name, String(row.sortKey), String(row[idFieldName(order)])])).toString('base64url');

function decode(order: Order, cursor: string): { sortKey: string; id: string } {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw badRequest('Malformed cursor');
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw badRequest('Malformed cursor');
  const [name, sortKey, id] = parts as unknown[];
  const fits = typeof id === 'string' && IS_ID[order.idType ?? 'uuid'](id);
  if (typeof sortKey !== 'string' || !fits || sortKey.includes('\u0000')) throw badRequest('Malformed cursor');
  if (name !== order.name) throw badRequest('This cursor belongs to a list in another order');
  return { sortKey, id };
}

/** Validates a page size; VALIDATION_FAILED at `field` outside 1 to 100. */
export function pageSize(
  first: number | null | undefined,
  fallback: number = LIMITS.pageDefault,
  field = 'first',
): number {
  const size = first ?? fallback;
  if (!Number.isInteger(size) || size < 1 || size > LIMITS.pageMax) {
    throw invalid({
      [field]: fieldError('outOfRange', `${field} must be between 1 and ${LIMITS.pageMax}`, {
        min: 1,
        max: LIMITS.pageMax,
      }),
    });
  }
  return size;
}

/** Returns the page's size and direction; VALIDATION_FAILED if both `first` and `last` are given. */
export function pageRange({ first, last }: PageArgs): PageRange {
  if (last == null) return { size: pageSize(first), backward: false };
  if (first != null)
    throw invalid({ last: fieldError('notTogether', 'first and last cannot be given together', { with: 'first' }) });
  return { size: pageSize(last, LIMITS.pageDefault, 'last'), backward: true };
}

/** Returns the direction in which a page's rows are read. */
export const readDirection = ({ descending }: Order, args: PageArgs): RawBuilder<unknown> =>
  descending === pageRange(args).backward ? sql`asc` : sql`desc`;

/** The condition for rows on one side of a cursor. */
function isBeyond(order: Order, { cursor, side }: Beyond, inclusive: boolean): RawBuilder<unknown> {
  const { sortKey, id } = decode(order, cursor);
  const operator = `${(side === 'after') === order.descending ? '<' : '>'}${inclusive ? '=' : ''}`;
  return sql`(${order.by}, ${order.id}) ${sql.raw(operator)}
    (cast(${sortKey} as ${sql.raw(order.type)}), cast(${id} as ${sql.raw(order.idType ?? 'uuid')}))`;
}

/** Reads a page by keyset (never OFFSET) and one row more, so that the cost does not depend on the position in the list. */
export function pageStatement<Row>(
  { rows, ofPage, parts, isPreparable, from, where, order }: ListQuery<Row>,
  args: PageArgs,
): RawBuilder<Raw> {
  const direction = readDirection(order, args);
  const size = pageRange(args).size + 1;
  // a generic plan has to know the limit
  const limit = isPreparable ? sql`${sql.lit(size)} ${PREPARABLE}` : sql`${size}`;
  const key = sql.ref(SORT_KEY);
  const ends = [
    ...(args.after == null ? [] : [isBeyond(order, { cursor: args.after, side: 'after' }, false)]),
    ...(args.before == null ? [] : [isBeyond(order, { cursor: args.before, side: 'before' }, false)]),
  ];
  const part = sql<Raw>`
    select ${rows.columns}, ${order.by} as ${key}
    from ${from} where ${sql.join([where, ...ends], sql` and `)}
    order by ${order.by} ${direction}, ${order.id} ${direction} limit ${limit}`;
  if (!parts) return part;
  const inOrder = sql`order by row.${key} ${direction}, row.${sql.ref(idFieldName(order))} ${direction}`;
  const page = sql<Raw>`select row.* from ${parts} cross join lateral (${part}) row ${inOrder} limit ${limit}`;
  // outside the page's query: inside, the columns would be computed for the first rows of every part
  if (!ofPage || isInSecondStatement(ofPage, isPreparable)) return page;
  return sql<Raw>`select row.*, ${ofPage.columns} from (${page}) row ${ofPage.beside ?? sql``} ${inOrder}`;
}

/** Whether there are rows on one side of a cursor, including its own. */
export function existsStatement<Row>(
  { parts, from, where, order }: ListQuery<Row>,
  beyond: Beyond,
): RawBuilder<{ exists: boolean }> {
  const some = sql`select 1 from ${from} where ${where} and ${isBeyond(order, beyond, true)} limit 1`;
  return sql`select exists (${parts ? sql`select 1 from ${parts} cross join lateral (${some}) row` : some}) as exists`;
}

export function countStatement<Row>({
  parts,
  from,
  where,
  isPreparable,
}: ListQuery<Row>): RawBuilder<{ count: number }> {
  const rest = sql`from ${from} where ${where} ${isPreparable ? PREPARABLE : sql``}`;
  return parts
    ? sql`select count(*)::int as count from ${parts} cross join lateral (select ${rest} offset 0) row`
    : sql`select count(*)::int as count ${rest}`;
}

/** Handles SQLSTATE class 22: a forged cursor contains text that is not of the column's type. */
export const refuseForgedCursor =
  ({ after, before }: PageArgs) =>
  (error: unknown): never => {
    const code = (error as { code?: unknown } | null)?.code;
    if ((after ?? before) != null && typeof code === 'string' && code.startsWith('22')) {
      throw badRequest('Malformed cursor');
    }
    throw error;
  };

/** Counts the characters of the texts in a value. A long text of the log counts by its `length`, as answers have all of it. */
function countCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if ('hash' in value && 'length' in value && typeof value.length === 'number') return value.length;
  return Object.values(value).reduce((sum: number, part) => sum + countCharacters(part), 0);
}

/** Returns how many rows fit into a page: at least one, at most its size, and no more texts than `max` characters. */
export function countFitting(found: readonly object[], size: number, max: number = LIMITS.pageCharacters): number {
  let characters = 0;
  for (const [at, row] of found.slice(0, size).entries()) {
    characters += countCharacters(row);
    if (characters > max) return Math.max(1, at);
  }
  return size;
}

/** Builds a page from the rows of `pageStatement`. */
export function buildPage<Row>(
  found: readonly Raw[],
  { rows: kind, ofPage, order }: ListQuery<Row>,
  args: PageArgs,
  { totalCount, exists }: Around,
  maxCharacters?: number,
): Page<Row> {
  const { size, backward } = pageRange(args);
  const rows = found.slice(0, countFitting(found, size, maxCharacters));
  const isCut = found.length > rows.length;
  if (backward) rows.reverse();
  const { after, before } = args;
  // on demand: many callers only need the rows or the next page
  const cursorAt = (index: number): string | null => {
    const row = rows.at(index);
    return row ? encode(order, row) : null;
  };
  const isWhole = !isCut && !args.isOnlyCounted && after == null && before == null;
  return {
    rows: rows.map((ofPage ?? kind).toRow),
    cursorAt,
    nextPage: () => {
      if (!isCut) return null;
      return backward ? { before: cursorAt(0) ?? '' } : { after: cursorAt(-1) ?? '' };
    },
    hasNextPage: () => (isCut && !backward) || (before != null && exists({ cursor: before, side: 'after' })),
    hasPreviousPage: () => (isCut && backward) || (after != null && exists({ cursor: after, side: 'before' })),
    totalCount: async () => (isWhole ? rows.length : totalCount()),
  };
}

/** Adds the columns that the statement of the page left out. */
async function addColumns<Row>(em: EntityManager, query: ListQuery<Row>, found: readonly Raw[]): Promise<Raw[]> {
  const { ofPage, isPreparable } = query;
  if (found.length === 0 || !isInSecondStatement(ofPage, isPreparable)) return [...found];
  const { columns, beside, tableOf } = ofPage;
  const idName = idFieldName(query.order);
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.ref(`row.${idName}`)}, ${columns} from ${tableOf(found)} ${beside ?? sql``} ${PREPARABLE}`.execute(
    em.getKysely(),
  );
  const byId = new Map(rows.map((row) => [row[idName], row]));
  return found.map((row) => ({ ...row, ...byId.get(row[idName]) }));
}

export async function readPage<Row>(ctx: Context, query: ListQuery<Row>, args: PageArgs): Promise<Page<Row>> {
  const db = ctx.em.getKysely();
  const statement = pageStatement(query, args);
  const { rows } = args.isOnlyCounted ? { rows: [] } : await statement.execute(db).catch(refuseForgedCursor(args));
  return buildPage(await addColumns(ctx.em, query, rows), query, args, {
    totalCount: async () => (await countStatement(query).execute(db)).rows[0]?.count ?? 0,
    exists: async (beyond) => (await existsStatement(query, beyond).execute(db)).rows[0]?.exists ?? false,
  });
}
