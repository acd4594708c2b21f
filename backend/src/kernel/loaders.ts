import DataLoader from 'dataloader';
import type { Context } from './context.js';

/**
 * A batching loader that lives as long as the request: `loader(ctx)` makes it on first use. `batch` answers with a map;
 * a key it leaves out loads as null.
 */
export function defineLoader<T>(batch: (ctx: Context, keys: readonly string[]) => Promise<Map<string, T>>) {
  const key = Symbol('loader');
  return (ctx: Context): DataLoader<string, T | null> => {
    const known = ctx.loaders.get(key);
    if (known) return known as DataLoader<string, T | null>;
    const loader = new DataLoader<string, T | null>(async (keys) => {
      const found = await batch(ctx, keys);
      return keys.map((id) => found.get(id) ?? null);
    });
    ctx.loaders.set(key, loader);
    return loader;
  };
}
