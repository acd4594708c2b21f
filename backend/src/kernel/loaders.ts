import DataLoader from 'dataloader';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.js';
import { passingGate } from './requestScope.js';
import type { Rows } from './rows.js';

/** At once, or in a while. */
export type MaybePromise<T> = T | Promise<T>;

/** Batches what is asked for at once, and knows what it has: rows that are here need no promise each. */
export class Loader<T> extends DataLoader<string, T | null> {
  readonly #here = new Map<string, T | null>();

  constructor(batch: (keys: readonly string[]) => Promise<Map<string, T>>) {
    super(async (keys) => {
      const found = await batch(keys);
      const rows = keys.map((key) => found.get(key) ?? null);
      keys.forEach((key, at) => this.#here.set(key, rows[at] ?? null));
      return rows;
    });
  }

  /** At once where it is here, else in a while. */
  get(key: string): MaybePromise<T | null> {
    const row = this.#here.get(key);
    return row === undefined ? this.load(key) : row;
  }

  override clear(key: string): this {
    this.#here.delete(key);
    return super.clear(key);
  }
}

/** The loaders whose answers depend on who asks. */
const personal = new Set<symbol>();

/**
 * A batching loader that lives as long as the request: `loader(ctx)` makes it on first use. `batch` answers with a map;
 * a key it leaves out loads as null. `forViewer` says that the answer depends on who asks.
 */
export function defineLoader<T>(
  batch: (ctx: Context, keys: readonly string[]) => Promise<Map<string, T>>,
  { forViewer = false } = {},
): (ctx: Context) => Loader<T> {
  const key = Symbol('loader');
  if (forViewer) personal.add(key);
  return (ctx) => {
    const known = ctx.loaders.get(key);
    if (known) return known as Loader<T>;
    const loader = new Loader<T>((keys) => {
      const forMany = !forViewer && ctx.loaders instanceof SharedLoaders;
      return forMany ? passingGate(() => batch(ctx, keys)) : batch(ctx, keys);
    });
    ctx.loaders.set(key, loader);
    return loader;
  };
}

/** The key of an object in a project, for loaders that must not follow the object into another one. */
export const keyIn = (projectId: string, id: string): string => `${projectId}:${id}`;

/**
 * Rows by `keyIn(project, id)` for the feed, which has already found who may see them; `from` speaks of
 * `wanted.project_id` and `wanted.id`.
 */
export const feedLoader = <Row extends { projectId: string }>(
  rows: Rows<Row>,
  idOf: (row: Row) => string,
  from: RawBuilder<unknown>,
) =>
  defineLoader<Row>(async ({ em }, keys) => {
    const pairs = keys.map((key) => key.split(':'));
    const wanted = sql`unnest(${pairs.map(([id]) => id)}::uuid[], ${pairs.map(([, id]) => id)}::uuid[])`;
    const found = await rows.read(em, sql`from ${wanted} as wanted(project_id, id) join ${from}`);
    return new Map(found.map((row) => [keyIn(row.projectId, idOf(row)), row]));
  });

/** Something of one request and one person, made on first use: loaders that take more than a key. */
export function personalLoader<T>(make: (ctx: Context) => T): (ctx: Context) => T {
  const key = Symbol('loader');
  personal.add(key);
  return (ctx) => {
    if (!ctx.loaders.has(key)) ctx.loaders.set(key, make(ctx));
    return ctx.loaders.get(key) as T;
  };
}

/**
 * Loaders for one of many people who are shown the same thing: what does not depend on the viewer is shared, so that a
 * thousand sockets cost the statements of one; the rest is this person's own.
 */
export class SharedLoaders extends Map<symbol, unknown> {
  constructor(private readonly shared: Map<symbol, unknown>) {
    super();
  }

  override get(key: symbol): unknown {
    return personal.has(key) ? super.get(key) : this.shared.get(key);
  }

  override set(key: symbol, value: unknown): this {
    if (personal.has(key)) return super.set(key, value);
    this.shared.set(key, value);
    return this;
  }
}
