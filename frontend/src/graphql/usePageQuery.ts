import type { OperationVariables, TypedDocumentNode, WatchQueryFetchPolicy } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { ANEW } from './order';

interface PageQueryOptions<Variables extends OperationVariables> {
  variables?: Variables;
  /** Nothing is asked for yet. */
  skip?: boolean;
  notifyOnNetworkStatusChange?: boolean;
  /** Where it is read from once it was answered; by itself as before. */
  nextFetchPolicy?: WatchQueryFetchPolicy;
}

/** Answers that lack something of what was asked for. */
const parts = new WeakSet<object>();

const whole = <Data>(data: Data | undefined): Data | undefined =>
  typeof data === 'object' && data !== null && parts.has(data) ? undefined : data;

/**
 * What a page shows: at once what is known of it, then what the server says, then every change of the cache, also while
 * one of its requests is under way. With any other policy Apollo Client drops changes that come meanwhile; with this one it
 * answers with a part of the data where the cache, under an optimistic change, does not have all. A part is no answer here.
 */
export const usePageQuery = <Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  options: PageQueryOptions<Variables> = {},
) => {
  const result = useQuery<Data>(query, { ...options, fetchPolicy: 'cache-and-network', context: ANEW });
  const { data, previousData } = result;
  const isPart = (result.dataState as string) === 'partial';
  if (isPart && typeof data === 'object' && data !== null) parts.add(data);
  return { ...result, data: whole(data), previousData: whole(previousData) };
};
