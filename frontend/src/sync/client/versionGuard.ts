import { InMemoryCache, type Cache, type OperationVariables, type Reference } from '@apollo/client';

/**
 * Types whose objects have a version that only increases; a project's revision also increases with each write inside
 * it.
 */
const VERSIONED: ReadonlySet<string> = new Set(['Task', 'Project', 'Column', 'Comment', 'ChecklistItem']);

interface VersionedObject {
  __typename: string;
  id: string;
  version?: unknown;
  revision?: unknown;
}

const isVersioned = (value: object): value is VersionedObject =>
  '__typename' in value && typeof value.__typename === 'string' && VERSIONED.has(value.__typename) && 'id' in value;

const isLower = (incoming: unknown, stored: unknown): boolean =>
  typeof incoming === 'number' && typeof stored === 'number' && incoming < stored;

type Fields = ReadonlyMap<string, unknown>;

/**
 * A cache in which a late older answer never overwrites newer data: an object with a lower version than the stored one
 * only adds missing fields. Writes of optimistic layers are not restricted, because they show what the person has just
 * done on top of the server's data.
 */
export class VersionedCache extends InMemoryCache {
  #layersOpen = 0;
  readonly #watchers = new Set<() => void>();

  /** Calls the listener whenever the cache may have changed; returns a function that stops this. */
  watchChanges(tell: () => void): () => void {
    this.#watchers.add(tell);
    return () => this.#watchers.delete(tell);
  }

  protected override broadcastWatches(...options: Parameters<InMemoryCache['broadcastWatches']>): void {
    super.broadcastWatches(...options);
    for (const tell of this.#watchers) tell();
  }

  override write<TData = unknown>(options: Cache.WriteOptions<TData>): Reference | undefined {
    // A write that is queued on the device has no answer.
    if (options.result === null) return undefined;
    const kept = this.#layersOpen > 0 ? new Map<string, Fields>() : this.#newerThan(options.result);
    if (kept.size === 0) return super.write(options);
    const reference = super.write({ ...options, broadcast: false });
    for (const [id, fields] of kept) this.#restore(id, fields);
    if (options.broadcast !== false) this.broadcastWatches();
    return reference;
  }

  override batch<TUpdateResult>(options: Cache.BatchOptions<InMemoryCache, TUpdateResult>): TUpdateResult {
    if (typeof options.optimistic !== 'string') return super.batch(options);
    // The cache calls `update` again whenever it rebuilds the layer, so the mark has to travel with the function.
    const update = (cache: InMemoryCache): TUpdateResult => {
      this.#layersOpen += 1;
      try {
        return options.update(cache);
      } finally {
        this.#layersOpen -= 1;
      }
    };
    return super.batch({ ...options, update });
  }

  /**
   * Does not notify a query of new data while its first answer is in progress and parts of its data are missing. Apollo
   * Client would send the same request again.
   */
  override watch<TData = unknown, TVariables extends OperationVariables = OperationVariables>(
    watch: Cache.WatchOptions<TData, TVariables>,
  ): () => void {
    if (watch.watcher) {
      const tell = watch.callback;
      let wasWhole = this.diff({ ...watch, returnPartialData: true }).complete;
      // Apollo attaches data to this object, so it is kept.
      watch.callback = (diff, lastDiff) => {
        wasWhole ||= diff.complete;
        if (wasWhole) tell(diff, lastDiff);
      };
    }
    return super.watch(watch);
  }

  /** Returns the stored fields of each object in `result` whose stored version is newer, by cache id. */
  #newerThan(result: unknown, found = new Map<string, Fields>()): Map<string, Fields> {
    if (Array.isArray(result)) {
      for (const item of result) this.#newerThan(item, found);
    } else if (typeof result === 'object' && result !== null) {
      if (isVersioned(result)) {
        const id = this.identify({ __typename: result.__typename, id: result.id });
        if (id && !found.has(id)) {
          const stored = this.#stored(id);
          const isOlder =
            isLower(result.version, stored.get('version')) || isLower(result.revision, stored.get('revision'));
          if (isOlder) found.set(id, stored);
        }
      }
      for (const value of Object.values(result)) this.#newerThan(value, found);
    }
    return found;
  }

  /** Returns the stored fields of an object, including references. */
  #stored(id: string): Fields {
    const fields = new Map<string, unknown>();
    super.modify({
      id,
      broadcast: false,
      fields: (value: unknown, { storeFieldName }) => {
        fields.set(storeFieldName, value);
        return value;
      },
    });
    return fields;
  }

  #restore(id: string, fields: Fields): void {
    super.modify({
      id,
      broadcast: false,
      fields: (value: unknown, { storeFieldName }) => (fields.has(storeFieldName) ? fields.get(storeFieldName) : value),
    });
  }
}
