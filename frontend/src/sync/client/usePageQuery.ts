import { useCallback, useState } from 'react';
import type { OperationVariables, TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { PageVisit } from './recentAnswers';
import { NO_DEDUPLICATION } from './requestTracking';

interface PageQueryOptions<Variables extends OperationVariables> {
  variables?: Variables;
  /** Does not send the query yet. */
  skip?: boolean;
  /** The fetch policy after the first answer; by default the same. */
  nextFetchPolicy?: WatchQueryFetchPolicy;
  /** The interval of polls, for changes without events. */
  pollInterval?: number;
  skipPollAttempt?: () => boolean;
  /** The feed reports every change of the answer, so a page that is reopened soon does not refetch. */
  isFed?: boolean;
  /** Set if another query has just read the same data, so that this one only requests what the cache lacks. */
  fetchPolicy?: 'cache-first';
}

const noop = (): void => undefined;

/** Marks answers that lack a requested field. */
const parts = new WeakSet<object>();

const whole = <Data>(data: Data | undefined): Data | undefined =>
  typeof data === 'object' && data !== null && parts.has(data) ? undefined : data;

/** Returns the context of a page's requests; with `isFed`, the first of them may be answered from memory. */
export const usePageContext = (isFed = true): typeof NO_DEDUPLICATION & { pageVisit?: PageVisit } => {
  const [context] = useState(() => ({ ...NO_DEDUPLICATION, ...(isFed && { pageVisit: { hasQueried: false } }) }));
  return context;
};

/**
 * Returns the data of a page: first from the cache, then from the server, then every change of the cache, even while a
 * request is in progress. With any other fetch policy Apollo Client drops changes during a request. With this one, it
 * returns partial data if the cache, under an optimistic change, lacks some; partial data is ignored here.
 * `readAgain` reads everything from the server again and never rejects; failures are returned as `error`.
 */
export const usePageQuery = <Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  { isFed = false, ...options }: PageQueryOptions<Variables> = {},
) => {
  const context = usePageContext(isFed);
  const result = useQuery<Data>(query, { fetchPolicy: 'cache-and-network', ...options, context });
  const { data, previousData, refetch } = result;
  const isPart = (result.dataState as string) === 'partial';
  if (isPart && typeof data === 'object' && data !== null) parts.add(data);
  const readAgain = useCallback((): Promise<void> => refetch().then(noop, noop), [refetch]);
  return { ...result, readAgain, data: whole(data), previousData: whole(previousData) };
};
