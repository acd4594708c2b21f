import type { ApolloClient } from '@apollo/client';
import { makeCache } from '../client/client';
import { activeQueries, again } from './refetch';

/** Of an object that is still shown no version counts any more, and what its log has lost does not stand before the rest. */
const asUnknown = (name: string, value: unknown): unknown => {
  if (name === 'version' || name === 'revision') return 0;
  return name === 'activity' || name === 'history' ? { ...(value as object), nodes: [] } : value;
};

/**
 * Forgets what is known of a database that has been replaced by an older state of it. What pages show stays until it is
 * read anew, at once, so that nothing goes away in which somebody is writing; all else goes.
 */
export const dropCache = (client: ApolloClient): void => {
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
  queries.forEach(again);
};
