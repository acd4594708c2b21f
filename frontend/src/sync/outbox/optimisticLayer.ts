import type { CurrentUserFragment } from '../../features/account/session/CurrentUser.generated';
import type { VersionedCache } from '../client/versionGuard';
import type { FindWrite } from '../writes/defineWrite';
import { blocked, type Queue, type QueuedWrite } from './queue';

/** Shows the queued writes over the server's data. */
export interface OptimisticLayer {
  /** Replaces the writes that are shown. */
  apply: (queue: Queue) => void;
  remove: () => void;
}

let layers = 0;

/**
 * Shows all queued writes, except blocked ones, in one layer of the cache. The layer contains complete lists from the
 * moment when it was built, so it is rebuilt after each change below it.
 */
export const makeOptimisticLayer = (
  cache: VersionedCache,
  me: CurrentUserFragment,
  findWrite: FindWrite,
): OptimisticLayer => {
  let name: string | null = null;
  let writes: readonly QueuedWrite[] = [];
  let retained = new Set<string>();
  let isBuilding = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  const retainHidden = (): void => {
    const hidden = new Set(
      writes.flatMap(({ operation, variables }) => findWrite(operation)?.hides?.(variables.input) ?? []),
    );
    for (const id of hidden) if (!retained.has(id)) cache.retain(id);
    for (const id of retained) if (!hidden.has(id)) cache.release(id);
    retained = hidden;
  };

  const build = (): void => {
    const before = name;
    isBuilding = true;
    try {
      if (writes.length === 0) {
        name = null;
        if (before !== null) cache.removeOptimistic(before);
        return;
      }
      layers += 1;
      name = `outbox:${layers}`;
      cache.batch({
        optimistic: name,
        ...(before !== null && { removeOptimistic: before }),
        update: (layer) => {
          for (const { operation, variables, at } of writes) {
            const meta = { me, at: new Date(at).toISOString(), isQueued: true };
            findWrite(operation)?.show(layer, variables.input, meta);
          }
        },
      });
    } finally {
      isBuilding = false;
    }
  };

  const stopWatching = cache.watchChanges(() => {
    if (isBuilding || writes.length === 0) return;
    later ??= setTimeout(() => {
      later = undefined;
      build();
    });
  });

  return {
    apply: (queue) => {
      const isBlocked = blocked(queue);
      const next = queue.filter(({ id }) => !isBlocked.has(id));
      if (next.length === 0 && writes.length === 0) return;
      writes = next;
      retainHidden();
      build();
    },
    remove: () => {
      clearTimeout(later);
      stopWatching();
      writes = [];
      retainHidden();
      build();
    },
  };
};
