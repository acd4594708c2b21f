import type { ApolloClient } from '@apollo/client';
import { makeCache } from '../client/client';
import { activeQueries, refetchQuietly } from './refetch';

/** Objects that are still shown lose their version, so that any answer replaces them, and their log. */
const asUnknown = (name: string, value: unknown): unknown => {
  if (name === 'version' || name === 'revision') return 0;
  return name === 'activity' || name === 'history' ? { ...(value as object), nodes: [] } : value;
};

/**
 * Clears the cache after the database was replaced by an older state. What pages show stays until it is read again, which
 * begins at once, so that no field that a person types in disappears.
 */
export const resetForNewEpoch = (client: ApolloClient): void => {
  const { cache } = client;
  const shown = makeCache();
  const queries = activeQueries(client);
  for (const { query: document, variables = {} } of queries) {
    const query = cache.transformDocument(document);
    const { complete, result } = cache.diff({ query, variables, optimistic: false, returnPartialData: true });
    if (complete) shown.writeQuery({ query, variables, data: result });
  }
  const kept = Object.entries(shown.extract()).map(([id, stored = {}]) => [
    id,
    Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, asUnknown(name, value)])),
  ]);
  cache.restore(Object.fromEntries(kept));
  queries.forEach(refetchQuietly);
};
