import { useApolloClient } from '@apollo/client/react';
import { activeQueries, refetchQuietly } from '../../../sync/feed/refetch';
import { useThrottledRefetch } from '../../projects/useThrottledRefetch';

const SEARCHED = ['Tasks', 'TaskGroups', 'TaskGroupPage', 'Board', 'Calendar'];

/**
 * Searches again after something has changed, as the words may be in the part of a description that only the server knows.
 */
export const useSearchAgain = (search: string): void => {
  const client = useApolloClient();
  useThrottledRefetch(async () => activeQueries(client, SEARCHED).forEach(refetchQuietly), search !== '');
};
