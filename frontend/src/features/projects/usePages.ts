import { useEffect, useEffectEvent } from 'react';
import { RETRIED } from '../../sync/client/requestTracking';

interface Pages {
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

type FetchPage = (options: { variables: { after: string | null }; context: typeof RETRIED }) => Promise<unknown>;

/** Returns whether a list has more pages, and reads the next one on request or, with `all`, each one in turn. */
export const usePages = (list: Pages | null | undefined, fetchMore: FetchPage, all = true) => {
  const after = list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;
  const loadMore = (): Promise<unknown> => fetchMore({ variables: { after }, context: RETRIED });
  // If a page fails, the loaded ones stay.
  const loadNext = useEffectEvent(() => void loadMore().catch(() => undefined));
  useEffect(() => {
    if (all && after !== null) loadNext();
  }, [all, after]);
  return { hasMore: after !== null, loadMore };
};
