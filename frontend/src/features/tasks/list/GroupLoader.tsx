import { useLayoutEffect } from 'react';
import type { TaskOrder } from '@contract/enums';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import type { CurrentTaskFilter } from '../selection/selection';
import { TaskGroupPageDocument } from '../filters/TaskGroups.generated';
import type { TaskListNode } from './useTasks';

/** The loaded part of a group. */
export interface GroupPage {
  /** The variables that identify the list in the cache. */
  args: { filter: CurrentTaskFilter; orderBy: TaskOrder };
  tasks: readonly TaskListNode[];
  count: number;
  hasMore: boolean;
  /** True if this answers the current query, not the previous one. */
  isSettled: boolean;
  error: unknown;
  loadMore: () => Promise<unknown>;
  retry: () => Promise<void>;
}

interface GroupLoaderProps {
  id: string;
  args: GroupPage['args'];
  onPage: (id: string, page: GroupPage | null) => void;
}

/** Reads the tasks of one group, as many pages as needed, and follows their changes. Renders nothing. */
export const GroupLoader = ({ id, args, onPage }: GroupLoaderProps) => {
  const result = usePageQuery(TaskGroupPageDocument, { variables: args });
  const { data, previousData, error, fetchMore, readAgain } = result;
  const list = (data ?? previousData)?.tasks;
  const after = list?.pageInfo.hasNextPage ? list.pageInfo.endCursor : null;

  // In a layout effect, so that two groups between which a task moves are rendered together.
  useLayoutEffect(() => {
    onPage(
      id,
      list || error
        ? {
            args,
            tasks: list?.nodes ?? [],
            count: list?.totalCount ?? 0,
            hasMore: after !== null,
            isSettled: data !== undefined,
            error: list ? undefined : error,
            loadMore: () => fetchMore({ variables: { after } }),
            retry: readAgain,
          }
        : null,
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `args` is a new object at each render; `list` contains its values
  }, [id, list, after, data, error, fetchMore, readAgain, onPage]);
  useLayoutEffect(() => () => onPage(id, null), [id, onPage]);
  return null;
};
