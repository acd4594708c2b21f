import DataLoader from 'dataloader';
import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.js';
import { bypassReadGate } from '../platform/database/requestScope.js';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import type { Rows } from '../platform/database/rows.js';

export type MaybePromise<T> = T | Promise<T>;

/** A batching loader that returns loaded rows without a promise. */
export class Loader<T> extends DataLoader<string, T | null> {
  readonly #loaded = new Map<string, T | null>();

  constructor(batch: (keys: readonly string[]) => Promise<Map<string, T>>) {
    super(async (keys) => {
      const found = await batch(keys);
      const rows = keys.map((key) => found.get(key) ?? null);
      keys.forEach((key, at) => this.#loaded.set(key, rows[at] ?? null));
      return rows;
    });
  }

  /** Returns a loaded row, or a promise. */
  get(key: string): MaybePromise<T | null> {
    const row = this.#loaded.get(key);
    return row === undefined ? this.load(key) : row;
  }

  override clear(key: string): this {
    this.#loaded.delete(key);
    return super.clear(key);
  }
}

/** Keys of loaders whose results depend on the viewer. */
const personal = new Set<symbol>();

/**
 * Defines a batching loader per request: `loader(ctx)` creates it on first use. A key that is missing in the map of `batch`
 * loads as null. `forViewer` means that the results depend on the viewer.
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
      return forMany ? bypassReadGate(() => batch(ctx, keys)) : batch(ctx, keys);
    });
    ctx.loaders.set(key, loader);
    return loader;
  };
}

/** The key of an object in a project, for loaders that must not follow the object into another project. */
export const keyIn = (projectId: string, id: string): string => `${projectId}:${id}`;

/** A table `wanted(project_id, id)` with a row for each key of `keyIn`. */
export function wantedKeys(keys: readonly string[]): RawBuilder<unknown> {
  const pairs = keys.map((key) => key.split(':'));
  return sql`unnest(${idArray(pairs.map(([id]) => id))}, ${idArray(pairs.map(([, id]) => id))}) as wanted(project_id, id)`;
}

/**
 * Loads rows by `keyIn(project, id)` for the feed, which has already checked access; `from` can use `wanted.project_id` and
 * `wanted.id`.
 */
export const feedLoader = <Row extends { projectId: string }>(
  rows: Rows<Row>,
  getId: (row: Row) => string,
  from: RawBuilder<unknown>,
) =>
  defineLoader<Row>(async ({ em }, keys) => {
    const found = await rows.read(em, sql`from ${wantedKeys(keys)} join ${from} ${PREPARABLE}`);
    return new Map(found.map((row) => [keyIn(row.projectId, getId(row)), row]));
  });

/** Defines a value per request and viewer, created on first use, such as a loader with more than a key. */
export function personalLoader<T>(make: (ctx: Context) => T): (ctx: Context) => T {
  const key = Symbol('loader');
  personal.add(key);
  return (ctx) => {
    if (!ctx.loaders.has(key)) ctx.loaders.set(key, make(ctx));
    return ctx.loaders.get(key) as T;
  };
}

/**
 * The loaders of one of many people who are shown the same event. Loaders that do not depend on the viewer are shared,
 * so that a thousand sockets run as many statements as one.
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
