import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '../../contract/limits.js';
import { isUuid } from '../../contract/uuid.js';
import { ONE_PLAN } from './onePlan.js';
import type { Context } from './context.js';
import { badRequest, invalid } from './errors.js';
import type { MaybePromise } from './loaders.js';
import type { Rows } from './rows.js';

/** What a list is asked for: how many rows from the front or from the end, and the cursors they lie between. */
export interface PageArgs {
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
}

/** How a page lies in its list, by Relay's algorithm. */
interface Stretch {
  size: number;
  /** From the end: the rows are read in the opposite order, and put right afterwards. */
  backward: boolean;
}

/** A cursor, and the rows from it to one end of the list, itself included. */
export interface Beyond {
  cursor: string;
  side: 'before' | 'after';
}

/** Whether a text may be an id of this SQL type. */
const FITS = {
  uuid: isUuid,
  int: (id: string): boolean => /^\d{1,9}$/.test(id),
  text: (id: string): boolean => /^[\w-]{1,100}$/.test(id),
};

/** A total order: a sort expression, then the id, both in one direction, so that a row comparison can follow it. */
export interface Order {
  /** Part of the cursor, so that one made for another order is refused. */
  name: string;
  by: RawBuilder<unknown>;
  /**
   * The SQL type of `by`; its text form goes into the cursor. One that the driver hands over as text (times, enums,
   * texts): a cast in the statement would be made for every row that is sorted, not only for those of the page.
   */
  type: string;
  id: RawBuilder<unknown>;
  /** The field of the row that `id` is; `id` unless given. */
  idName?: string;
  /** The SQL type of `id`; uuid unless given. */
  idType?: keyof typeof FITS;
  descending: boolean;
}

/** What to read: everything but the cursor and the limit. */
export interface ListQuery<Row> {
  rows: Rows<Row>;
  /**
   * What is worked out for the rows of the page alone, from the columns of `row` and what is joined `beside` it, and the whole
   * row with it; of a list that has parts.
   */
  ofPage?:
    | { columns: RawBuilder<unknown>; beside?: RawBuilder<unknown> | undefined; toRow: (raw: object) => Row }
    | undefined;
  /**
   * What the list is put together from, as rows that `where` may name: the first of each part in the order make the page,
   * so that an index over part and order is read no further than that.
   */
  parts?: RawBuilder<unknown>;
  /** It is read in the same way whatever its values are: see `ONE_PLAN`. */
  hasOnePlan?: boolean;
  from: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  order: Order;
}

/** Where a list goes on in the direction in which it is read. */
export type Onward = { after: string } | { before: string };

/** One page of a list. What takes a look at other rows is done only when somebody asks. */
export interface Page<Row> {
  rows: Row[];
  /** The cursor of one of the rows, by its place from the front or (negative) the end; null where there is none. */
  cursorAt: (index: number) => string | null;
  /** Null where no rows are left. */
  onward: () => Onward | null;
  hasNextPage: () => MaybePromise<boolean>;
  hasPreviousPage: () => MaybePromise<boolean>;
  totalCount: () => Promise<number>;
}

/** What a page has looked up of the rows around it. */
interface Around {
  totalCount: () => Promise<number>;
  exists: (beyond: Beyond) => Promise<boolean>;
}

export const SORT_KEY = 'sortKey';
/** A row as it comes. Numeric keys and numbers to sort by come as numbers. */
export type Raw = Record<string, unknown> & { sortKey: string | number };

/** The name of the row's id in a list of this order. */
export const idNameOf = ({ idName = 'id' }: Order): string => idName;

const encode = (order: Order, row: Raw): string =>
  Buffer.from(JSON.stringify([order.name, String(row.sortKey), String(row[idNameOf(order)])])).toString('base64url');

function decode(order: Order, cursor: string): { sortKey: string; id: string } {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw badRequest('Malformed cursor');
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw badRequest('Malformed cursor');
  const [name, sortKey, id] = parts as unknown[];
  const fits = typeof id === 'string' && FITS[order.idType ?? 'uuid'](id);
  if (typeof sortKey !== 'string' || !fits || sortKey.includes('\u0000')) throw badRequest('Malformed cursor');
  if (name !== order.name) throw badRequest('This cursor belongs to a list in another order');
  return { sortKey, id };
}

/** How many rows to answer; VALIDATION_FAILED at `field` outside 1 to 100. */
export function pageSize(
  first: number | null | undefined,
  fallback: number = LIMITS.pageDefault,
  field = 'first',
): number {
  const size = first ?? fallback;
  if (!Number.isInteger(size) || size < 1 || size > LIMITS.pageMax) {
    throw invalid({ [field]: [`${field} must be between 1 and ${LIMITS.pageMax}`] });
  }
  return size;
}

/** Which rows are asked for; VALIDATION_FAILED where both ends are. */
export function stretchOf({ first, last }: PageArgs): Stretch {
  if (last == null) return { size: pageSize(first), backward: false };
  if (first != null) throw invalid({ last: ['first and last cannot be given together'] });
  return { size: pageSize(last, LIMITS.pageDefault, 'last'), backward: true };
}

/** The direction in which the rows of a page are read. */
export const directionOf = ({ descending }: Order, args: PageArgs): RawBuilder<unknown> =>
  descending === stretchOf(args).backward ? sql`asc` : sql`desc`;

/** The rows on this side of a cursor; with its own, or without. */
function isBeyond(order: Order, { cursor, side }: Beyond, withItself: boolean): RawBuilder<unknown> {
  const { sortKey, id } = decode(order, cursor);
  const operator = `${(side === 'after') === order.descending ? '<' : '>'}${withItself ? '=' : ''}`;
  return sql`(${order.by}, ${order.id}) ${sql.raw(operator)}
    (cast(${sortKey} as ${sql.raw(order.type)}), cast(${id} as ${sql.raw(order.idType ?? 'uuid')}))`;
}

/** One page by keyset (never OFFSET), and one row more: cost depends on the page, not on how far down the list it is. */
export function pageStatement<Row>(
  { rows, ofPage, parts, hasOnePlan, from, where, order }: ListQuery<Row>,
  args: PageArgs,
): RawBuilder<Raw> {
  const direction = directionOf(order, args);
  const size = stretchOf(args).size + 1;
  // a plan that is kept must know how few rows are wanted
  const limit = hasOnePlan ? sql`${sql.lit(size)} ${ONE_PLAN}` : sql`${size}`;
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
  const inOrder = sql`order by row.${key} ${direction}, row.${sql.ref(idNameOf(order))} ${direction}`;
  const page = sql<Raw>`select row.* from ${parts} cross join lateral (${part}) row ${inOrder} limit ${limit}`;
  // beside the page, not in it: there it would be worked out for the first rows of every part
  if (!ofPage) return page;
  return sql<Raw>`select row.*, ${ofPage.columns} from (${page}) row ${ofPage.beside ?? sql``} ${inOrder}`;
}

/** Is there a row on this side of a cursor, its own included? */
export function existsStatement<Row>(
  { parts, from, where, order }: ListQuery<Row>,
  beyond: Beyond,
): RawBuilder<{ exists: boolean }> {
  const some = sql`select 1 from ${from} where ${where} and ${isBeyond(order, beyond, true)} limit 1`;
  return sql`select exists (${parts ? sql`select 1 from ${parts} cross join lateral (${some}) row` : some}) as exists`;
}

/** How many rows the whole list has. */
export function countStatement<Row>({ parts, from, where }: ListQuery<Row>): RawBuilder<{ count: number }> {
  const rest = sql`from ${from} where ${where}`;
  return parts
    ? sql`select count(*)::int as count from ${parts} cross join lateral (select ${rest} offset 0) row`
    : sql`select count(*)::int as count ${rest}`;
}

/** Text that is none of a cursor's SQL type (SQLSTATE class 22: a forged cursor) is the caller's fault, not ours. */
export const refuseForgedCursor =
  ({ after, before }: PageArgs) =>
  (error: unknown): never => {
    const code = (error as { code?: unknown } | null)?.code;
    if ((after ?? before) != null && typeof code === 'string' && code.startsWith('22')) {
      throw badRequest('Malformed cursor');
    }
    throw error;
  };

/** How many of the first rows, one at least, make a page: no more than its size, and than its texts may have together. */
function fitting(found: readonly Raw[], size: number): number {
  let characters = 0;
  for (const [at, row] of found.slice(0, size).entries()) {
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
    if (characters > LIMITS.pageCharacters) return Math.max(1, at);
  }
  return size;
}

/** The page of what `pageStatement` found. */
export function pageOf<Row>(
  found: readonly Raw[],
  { rows: kind, ofPage, order }: ListQuery<Row>,
  args: PageArgs,
  { totalCount, exists }: Around,
): Page<Row> {
  const { size, backward } = stretchOf(args);
  const rows = found.slice(0, fitting(found, size));
  const isCut = found.length > rows.length;
  if (backward) rows.reverse();
  const { after, before } = args;
  // made when asked for: many callers want the rows alone, or where the next page begins
  const cursorAt = (index: number): string | null => {
    const row = rows.at(index);
    return row ? encode(order, row) : null;
  };
  return {
    rows: rows.map((ofPage ?? kind).toRow),
    cursorAt,
    onward: () => {
      if (!isCut) return null;
      return backward ? { before: cursorAt(0) ?? '' } : { after: cursorAt(-1) ?? '' };
    },
    hasNextPage: () => (isCut && !backward) || (before != null && exists({ cursor: before, side: 'after' })),
    hasPreviousPage: () => (isCut && backward) || (after != null && exists({ cursor: after, side: 'before' })),
    totalCount,
  };
}

/** Reads one page of a list. */
export async function readPage<Row>(ctx: Context, query: ListQuery<Row>, args: PageArgs): Promise<Page<Row>> {
  const db = ctx.em.getKysely();
  const { rows } = await pageStatement(query, args).execute(db).catch(refuseForgedCursor(args));
  return pageOf(rows, query, args, {
    totalCount: async () => (await countStatement(query).execute(db)).rows[0]?.count ?? 0,
    exists: async (beyond) => (await existsStatement(query, beyond).execute(db)).rows[0]?.exists ?? false,
  });
}
