import { useEffect, useState } from 'react';
import type { TaskFilter } from '../../../sync/client/schema.generated';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { CalendarDocument } from './Calendar.generated';

/** Reads the tasks that match a filter page by page up to a limit, the earliest due first. */
export const usePagesUpTo = (most: number, filter: TaskFilter) => {
  const { data, previousData, error, loading, fetchMore, readAgain } = usePageQuery(CalendarDocument, {
    variables: { filter, orderBy: 'DUE_ASC' },
    isFed: true,
  });
  const page = data?.tasks;
  const hasMore = page?.pageInfo.hasNextPage === true;
  const isCut = hasMore && page.nodes.length >= most;
  const after = hasMore && !isCut ? page.pageInfo.endCursor : null;
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (after === null || loading || failed === after) return;
    fetchMore({ variables: { after } }).catch(() => setFailed(after));
  }, [after, loading, failed, fetchMore]);
  return {
    /** Undefined until the answer to the current query has arrived. */
    page,
    /** The tasks of the current query or, until its answer has arrived, of the one before. */
    nodes: (data ?? previousData)?.tasks.nodes ?? null,
    isCut,
    /** Further pages will be read. */
    isPartial: after !== null,
    /** Some pages could not be read. */
    isFailed: after !== null && failed === after,
    error,
    loading,
    retry: (): void => {
      setFailed(null);
      if (!page || error) void readAgain();
    },
  };
};
