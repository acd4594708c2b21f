import type { VersionedCache } from '../client/versionGuard';
import type { CurrentUserFragment } from '../../features/account/session/CurrentUser.generated';
import { operationOf } from './operations';
import { stuck, type Queue, type Write } from './queue';

/** Shows what waits over what the server has said. */
export interface Layer {
  /** Shows these writes instead of the last ones. */
  lay: (queue: Queue) => void;
  remove: () => void;
}

let layers = 0;

/** What is not taken out of the cache while it is hidden, since it may come back. */
const hiddenBy = ({ operation, objects }: Write): readonly string[] => {
  if (operation === 'DeleteTask' || operation === 'BulkUpdateTasks') return objects.map((id) => `Task:${id}`);
  if (operation === 'DeleteComment') return objects.map((id) => `Comment:${id}`);
  if (operation === 'DeleteChecklistItem') return objects.map((id) => `ChecklistItem:${id}`);
  return operation === 'DeleteNotification' ? objects.map((id) => `Notification:${id}`) : [];
};

/**
 * All that waits is one layer of the cache, in its order; what the server did not take is not in it. The layer holds whole
 * lists as they were when it was made, so it is laid anew after each change below it.
 */
export const makeLayer = (cache: VersionedCache, me: CurrentUserFragment): Layer => {
  let name: string | null = null;
  let writes: readonly Write[] = [];
  let retained = new Set<string>();
  let isLaying = false;
  let later: ReturnType<typeof setTimeout> | undefined;

  const keepHidden = (): void => {
    const wanted = new Set(writes.flatMap(hiddenBy));
    for (const id of wanted) if (!retained.has(id)) cache.retain(id);
    for (const id of retained) if (!wanted.has(id)) cache.release(id);
    retained = wanted;
  };

  const build = (): void => {
    const before = name;
    isLaying = true;
    try {
      if (writes.length === 0) {
        name = null;
        if (before !== null) cache.removeOptimistic(before);
        return;
      }
      layers += 1;
      name = `waiting:${layers}`;
      cache.batch({
        optimistic: name,
        ...(before !== null && { removeOptimistic: before }),
        update: (layer) => {
          for (const { operation, variables, at } of writes) {
            operationOf(operation)?.show(layer, variables.input, { me, at: new Date(at).toISOString() });
          }
        },
      });
    } finally {
      isLaying = false;
    }
  };

  const stopWatching = cache.watchChanges(() => {
    if (isLaying || writes.length === 0) return;
    later ??= setTimeout(() => {
      later = undefined;
      build();
    });
  });

  return {
    lay: (queue) => {
      const held = stuck(queue);
      const next = queue.filter(({ id }) => !held.has(id));
      if (next.length === 0 && writes.length === 0) return;
      writes = next;
      keepHidden();
      build();
    },
    remove: () => {
      clearTimeout(later);
      stopWatching();
      writes = [];
      keepHidden();
      build();
    },
  };
};
