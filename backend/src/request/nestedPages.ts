import DataLoader from 'dataloader';
import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '../../contract/limits.js';
import { idArray } from '../platform/database/preparable.js';
import type { Context } from './context.js';
import { personalLoader } from './loaders.js';
import {
  type Beyond,
  countStatement,
  readDirection,
  existsStatement,
  idFieldName,
  type ListQuery,
  type Page,
  type PageArgs,
  buildPage,
  pageStatement,
  type Raw,
  refuseForgedCursor,
  SORT_KEY,
} from './page.js';

/** The owner of a list: a project, or something in one. */
export interface Parent {
  projectId: string;
  id: string;
}

/** A list that each parent has. */
export interface NestedList<Row> {
  /** Identifies the list within a request: its name and, where these vary, its filter and order. */
  key: string;
  /** Its `where` can use `parent.project_id` and `parent.id`. */
  query: ListQuery<Row>;
}

const cacheKeyFn = ({ projectId, id }: Parent): string => `${projectId}:${id}`;

/** A table `parent` with a numbered row per parent. */
const parentsTable = (parents: readonly Parent[]): RawBuilder<unknown> => sql`
  unnest(${idArray(parents.map(({ projectId }) => projectId))}, ${idArray(parents.map(({ id }) => id))})
    with ordinality as parent(project_id, id, n)`;

/** The rows of one page, and how many characters it may have. */
interface FoundRows {
  rows: Raw[];
  characters: number;
}

/** A character (UTF-16 code unit) is at most three bytes of UTF-8. */
const BYTES_OF_CHARACTER = 3;

/**
 * Omits the rows after more text than a page may have, so that many pages of long texts are never read at once. The second row
 * always stays: a page has at least one row, and the one after it shows that the page is not the last one.
 */
const withinBytes = (page: RawBuilder<Raw>, longText: string | undefined, characters: number): RawBuilder<unknown> => {
  if (longText === undefined) return page;
  const bytes = sql`octet_length(row.${sql.ref(longText)})`;
  return sql`
    select * from (
      select row.*, row_number() over () as "place", sum(${bytes}) over (rows unbounded preceding) - ${bytes} as "bytesBefore"
      from (${page}) row) row
    where row."bytesBefore" <= ${characters * BYTES_OF_CHARACTER} or row."place" <= 2`;
};

async function readPages<Row>(
  ctx: Context,
  query: ListQuery<Row>,
  args: PageArgs,
  parents: readonly Parent[],
): Promise<FoundRows[]> {
  const direction = readDirection(query.order, args);
  const characters = Math.min(LIMITS.pageCharacters, Math.floor(LIMITS.replayBytes / parents.length));
  const { rows } = await sql<Raw & { parentNumber: string }>`
    select page.*, parent.n as "parentNumber"
    from ${parentsTable(parents)}
    cross join lateral (${withinBytes(pageStatement(query, args), query.longText, characters)}) page
    order by parent.n, page.${sql.ref(SORT_KEY)} ${direction}, page.${sql.ref(idFieldName(query.order))} ${direction}`
    .execute(ctx.em.getKysely())
    .catch(refuseForgedCursor(args));
  const pages = parents.map((): FoundRows => ({ rows: [], characters }));
  for (const { parentNumber, place: _place, bytesBefore: _bytes, ...row } of rows)
    pages[Number(parentNumber) - 1]?.rows.push(row);
  return pages;
}

async function countRows<Row>(ctx: Context, query: ListQuery<Row>, parents: readonly Parent[]): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select (${countStatement(query)}) as count from ${parentsTable(parents)} order by parent.n`.execute(
    ctx.em.getKysely(),
  );
  return rows.map(({ count }) => count);
}

async function findBeyond<Row>(
  ctx: Context,
  query: ListQuery<Row>,
  beyond: Beyond,
  parents: readonly Parent[],
): Promise<boolean[]> {
  const { rows } = await sql<{ exists: boolean }>`
    select (${existsStatement(query, beyond)}) as exists from ${parentsTable(parents)} order by parent.n`.execute(
    ctx.em.getKysely(),
  );
  return rows.map(({ exists }) => exists);
}

type Batches = DataLoader<Parent, unknown, string>;

/** The request's batches by what they read. */
const batches = personalLoader(() => new Map<string, Batches>());

/** Joins parents with the same arguments into one batch. */
function load<T>(
  ctx: Context,
  what: unknown[],
  parent: Parent,
  batch: (parents: readonly Parent[]) => Promise<T[]>,
): Promise<T> {
  const known = batches(ctx);
  const key = JSON.stringify(what);
  let loader = known.get(key) as DataLoader<Parent, T, string> | undefined;
  if (!loader) known.set(key, (loader = new DataLoader<Parent, T, string>(batch, { cacheKeyFn })));
  return loader.load(parent);
}

/**
 * Reads a page of a nested list (the comments of a task): one statement for all parents with the same arguments, and one for
 * their counts. All pages together have 8 MB of text at most, so a page among many ends earlier. The caller has checked access to the parents.
 */
export async function readNestedPage<Row>(
  ctx: Context,
  { key, query }: NestedList<Row>,
  parent: Parent,
  args: PageArgs,
): Promise<Page<Row>> {
  const { first, after, last, before } = args;
  const found = await load(ctx, ['page', key, first, after, last, before], parent, (parents) =>
    readPages(ctx, query, args, parents),
  );
  const around = {
    totalCount: () => load(ctx, ['count', key], parent, (parents) => countRows(ctx, query, parents)),
    exists: (beyond: Beyond) =>
      load(ctx, ['exists', key, beyond], parent, (parents) => findBeyond(ctx, query, beyond, parents)),
  };
  return buildPage(found.rows, query, args, around, found.characters);
}
