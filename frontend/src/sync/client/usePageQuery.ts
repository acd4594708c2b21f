import { useCallback, useState } from 'react';
import type { OperationVariables, TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import type { Opening } from './freshAnswers';
import { NO_DEDUPLICATION } from './requestTracking';

interface PageQueryOptions<Variables extends OperationVariables> {
  variables?: Variables;
  /** Does not send the query yet. */
  skip?: boolean;
  /** The fetch policy after the first answer; by default unchanged. */
  nextFetchPolicy?: WatchQueryFetchPolicy;
  /** The interval of polls, for changes without events. */
  pollInterval?: number;
  skipPollAttempt?: () => boolean;
  /** The feed sends every change of the answer, so a page that is reopened soon does not read again. */
  isFed?: boolean;
  /** If another query has just read the same: this one only asks for what the cache lacks. */
  fetchPolicy?: 'cache-first';
}

const noop = (): void => undefined;

/** The query of an answer that lacks a requested field. */
const parts = new WeakSet<object>();

const whole = <Data>(data: Data | undefined): Data | undefined =>
  typeof data === 'object' && data !== null && parts.has(data) ? undefined : data;

/** The context of a page's requests; with `isFed` the first of them may be spared. */
export const useOpening = (isFed = true): typeof NO_DEDUPLICATION & { opening?: Opening } => {
  const [context] = useState(() => ({ ...NO_DEDUPLICATION, ...(isFed && { opening: { isAsked: false } }) }));
  return context;
};

/**
 * What a page shows: at once what is known of it, then what the server says, then every change of the cache, also while
 * one of its requests is under way. With any other policy Apollo Client drops changes that come meanwhile; with this one it
 * answers with a part of the data where the cache, under an optimistic change, does not have all. A part is no answer here.
 * `retryFailedQueries` asks once more; what fails comes back as `error`.
 */
export const usePageQuery = <Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  { isFed = false, ...options }: PageQueryOptions<Variables> = {},
) => {
  const context = useOpening(isFed);
  const result = useQuery<Data>(query, { fetchPolicy: 'cache-and-network', ...options, context });
  const { data, previousData, refetch } = result;
  const isPart = (result.dataState as string) === 'partial';
  if (isPart && typeof data === 'object' && data !== null) parts.add(data);
  const retryFailedQueries = useCallback((): Promise<void> => refetch().then(noop, noop), [refetch]);
  return { ...result, retryFailedQueries, data: whole(data), previousData: whole(previousData) };
};
