import { useEffect, useEffectEvent } from 'react';
import { RETRIED } from '../../sync/client/requestTracking';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { TeamDocument } from './Team.generated';

/** The people of the viewer's projects, page by page; `all` reads all pages, for a choice of one. */
export const usePeople = ({ all = false } = {}) => {
  const { data, previousData, error, loading, readAgain, fetchMore } = usePageQuery(TeamDocument, {
    isFed: true,
  });
  const people = (data ?? previousData)?.people;
  const after = people?.pageInfo.hasNextPage ? people.pageInfo.endCursor : null;
  const loadMore = () => fetchMore({ variables: { after }, context: RETRIED });
  // A page that fails leaves the list unchanged.
  const loadNext = useEffectEvent(() => void loadMore().catch(() => undefined));
  useEffect(() => {
    if (all && after !== null) loadNext();
  }, [all, after]);
  return { people: people?.nodes ?? null, hasMore: after !== null, loadMore, error, loading, readAgain };
};
