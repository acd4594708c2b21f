import { useApolloClient } from '@apollo/client/react';
import { activeQueries, refetchQuietly } from '../../../sync/feed/refetch';
import { useThrottledRefetch } from '../../projects/useThrottledRefetch';

const SEARCHED = ['Tasks', 'TaskGroups', 'TaskGroupPage', 'Board', 'Calendar'];

/**
 * Stands where a search is shown: searches again after something has changed, as the words may be in the part of a description
 * that only the server knows.
 */
export const SearchAgain = () => {
  const client = useApolloClient();
  useThrottledRefetch(async () => activeQueries(client, SEARCHED).forEach(refetchQuietly));
  return null;
};
