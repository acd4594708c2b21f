import { useApolloClient } from '@apollo/client/react';
import { activeQueries, refetchQuietly } from '../../../sync/feed/refetch';
import { useThrottledRefetch } from '../../projects/useThrottledRefetch';

const SEARCHED = ['Tasks', 'TaskGroups', 'TaskGroupPage', 'Board', 'Calendar'];

/** Rendered during a search: searches again after a change, because only the server knows complete descriptions. */
export const SearchAgain = () => {
  const client = useApolloClient();
  useThrottledRefetch(async () => activeQueries(client, SEARCHED).forEach(refetchQuietly));
  return null;
};
