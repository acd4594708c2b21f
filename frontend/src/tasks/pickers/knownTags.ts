import type { ApolloCache } from '@apollo/client';

interface StoredTask {
  __typename?: string;
  projectId?: unknown;
  tags?: unknown;
}

/** The tags of these projects' tasks, as far as the cache knows them, the most used first. */
export const knownTags = (cache: ApolloCache, projectIds: ReadonlySet<string>): readonly string[] => {
  const stored = cache.extract() as Record<string, StoredTask | undefined>;
  const counts = new Map<string, number>();
  for (const id in stored) {
    const entry = stored[id];
    if (entry?.__typename !== 'Task' || typeof entry.projectId !== 'string' || !projectIds.has(entry.projectId))
      continue;
    const tags: unknown[] = Array.isArray(entry.tags) ? entry.tags : [];
    for (const tag of tags) if (typeof tag === 'string') counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1)).map(([tag]) => tag);
};
