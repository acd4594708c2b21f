import type { ApolloClient } from '@apollo/client';
import { makeCache } from '../client/client';
import { activeQueries, refetchQuietly } from './refetch';

/** Removes the version and the log from objects that are still visible, so that any answer replaces them. */
const asUnknown = (name: string, value: unknown): unknown => {
  if (name === 'version' || name === 'revision') return 0;
  return name === 'activity' || name === 'history' ? { ...(value as object), nodes: [] } : value;
};

/**
 * Clears the cache after the database was replaced by an older state. Visible data stays until it is refetched, which
 * begins immediately, so that no field being edited disappears.
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
