import type { ApolloCache } from '@apollo/client';

interface StoredTask {
  __typename?: string;
  projectId?: unknown;
  tags?: unknown;
}

/** Returns the tags of these projects' tasks, or of all, that are in the cache; most used first. */
export const knownTags = (cache: ApolloCache, projectIds?: ReadonlySet<unknown>): readonly string[] => {
  const counts = new Map<string, number>();
  for (const stored of Object.values(cache.extract() as Record<string, StoredTask | undefined>)) {
    if (stored?.__typename !== 'Task' || projectIds?.has(stored.projectId) === false) continue;
    const tags: unknown[] = Array.isArray(stored.tags) ? stored.tags : [];
    for (const tag of tags) if (typeof tag === 'string') counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)).map(([tag]) => tag);
};
