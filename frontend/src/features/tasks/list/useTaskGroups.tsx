import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { canonicalStringify } from '@apollo/client/utilities';
import { useApolloClient } from '@apollo/client/react';
import { computeDays } from '@contract/localDays';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { useNow } from '../../../lib/useNow';
import { userTimeZone } from '../../../lib/dates/userTimeZone';
import { useCurrentUser } from '../../account/session/SessionContext';
import { useCustomColumns } from '../../projects/columns/useCustomColumns';
import { applyNewlyOverdue, matchesList, changeLists, comparatorOf } from '../model/taskCache';
import { useCollapsedGroups } from './collapsedGroups';
import { GroupLoader, type GroupPage } from './GroupLoader';
import { GROUPING_OF, groupingOf, filterOfGroup, orderGroups, type GroupName } from '../filters/taskGroups';
import { TaskGroupsDocument } from '../filters/TaskGroups.generated';
import { toListArgs, type TaskFilters } from '../filters/taskFilters';
import { type TaskListNode, countAllTasks } from './useTasks';

/** A group of a list, as it is shown. */
export interface ShownGroup extends GroupName {
  /** The number of all its tasks, loaded or not. */
  count: number;
  isClosed: boolean;
  /** Its loaded tasks; none if it is collapsed. */
  tasks: readonly TaskListNode[];
  /** Shown at its end: nothing, a placeholder, an error, or a button for further pages. */
  end: 'none' | 'loading' | 'failed' | 'more';
  error: unknown;
  loadMore: () => Promise<unknown>;
  retry: () => Promise<void>;
}

const RECOUNT_MS = 300;
/** How many groups of a new list are read at once, if they were read before. */
const FIRST_GROUPS = 6;
const NONE: readonly never[] = [];

const nothing = (): Promise<void> => Promise.resolve(undefined);

/**
 * Returns the matching tasks in groups. The server counts the groups; the tasks of a group are read page by page when
 * it becomes visible, so that lists of any length start immediately and collapsed groups are not read. Each group is an
 * ordinary list in the cache, so changes move tasks into and out of it.
 */
export const useTaskGroups = (filters: TaskFilters, typed: string, projectId: string | undefined) => {
  const { cache } = useApolloClient();
  const { id: me } = useCurrentUser();
  const now = useNow().getTime();
  const [since] = useState(now);
  const { groupBy, orderBy } = filters;
  const columns = useCustomColumns(projectId === undefined ? filters.projectIds : [projectId], groupBy === 'column');
  const by = groupingOf(groupBy === '' ? 'status' : groupBy, columns);
  const skip = groupBy === '';
  const timeZone = userTimeZone() ?? 'UTC';
  const days = computeDays(new Date(now), timeZone);
  const { filter } = toListArgs(filters, me);
  const shown = toListArgs({ ...filters, search: typed }, me);

  const counted = usePageQuery(TaskGroupsDocument, {
    variables: {
      filter,
      groupBy: GROUPING_OF[by],
      ...(by === 'due' && { timeZone }),
      ...(projectId !== undefined && { whole: { projectId } }),
    },
    skip,
  });
  const answer = skip ? undefined : (counted.data ?? counted.previousData);
  const [pages, setPages] = useState<ReadonlyMap<string, GroupPage>>(new Map());
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set());
  const { isClosed, turn } = useCollapsedGroups(groupBy);
  const onPage = useCallback((id: string, page: GroupPage | null): void => {
    setPages((before) => {
      const next = new Map(before);
      if (page) next.set(id, page);
      else next.delete(id);
      return next;
    });
  }, []);

  const idOf = (key: string): string => `${by}:${key}`;
  const ordered = orderGroups(by, answer?.taskGroups ?? NONE, columns, filter);
  const keys = ordered.map(({ key }) => key);
  // A new list begins at its top: groups further down wait until they are visible.
  const asked = canonicalStringify([by, filter]);
  const [askedBefore, setAskedBefore] = useState(asked);
  if (asked !== askedBefore) {
    setAskedBefore(asked);
    setWanted(
      new Set(
        keys
          .slice(0, FIRST_GROUPS)
          .map(idOf)
          .filter((id) => wanted.has(id)),
      ),
    );
  }
  const isSettled = counted.data !== undefined && typed.trim() === filters.search;
  const seen = new Set<string>();
  const all = ordered.map((group): ShownGroup => {
    const page = pages.get(idOf(group.key));
    const closed = isClosed(group.key);
    const narrowed = { filter: filterOfGroup(shown.filter, by, group.key, days), orderBy };
    const listed =
      page && !(isSettled && page.isSettled)
        ? // Until the server has answered, shows the loaded tasks that match.
          page.tasks.filter((task) => matchesList(task, narrowed)).toSorted(comparatorOf(narrowed))
        : (page?.tasks ?? NONE);
    // While a task moves between two lists, it may be in both for a moment.
    const tasks = listed.filter(({ id }) => !seen.has(id));
    for (const { id } of tasks) seen.add(id);
    const count = !page ? group.count : isSettled && page.isSettled ? Math.max(page.count, tasks.length) : tasks.length;
    const end = (): ShownGroup['end'] => {
      if (closed || count === 0) return 'none';
      if (!page) return 'loading';
      if (page.error !== undefined) return 'failed';
      return page.hasMore && isSettled ? 'more' : 'none';
    };
    return {
      ...group,
      count,
      isClosed: closed,
      tasks: closed ? NONE : tasks,
      end: end(),
      error: page?.error,
      loadMore: page?.loadMore ?? nothing,
      retry: page?.retry ?? nothing,
    };
  });
  const groups = all.filter(({ count }) => count > 0);
  const tasks = groups.flatMap((group) => group.tasks);

  // Known empty groups are read as well, so that a task that moves there is visible immediately.
  const loaded = skip
    ? NONE
    : all.filter(({ key, isClosed: closed }) => {
        const count = answer?.taskGroups?.find((group) => group.key === key)?.count ?? 0;
        return answer !== undefined && !closed && (count === 0 || wanted.has(idOf(key)));
      });

  // If the length of a list differs from its count, something has changed, so the groups are counted again.
  const differing = counted.data
    ? all.flatMap(({ key }) => {
        const page = pages.get(idOf(key));
        const count = answer?.taskGroups?.find((group) => group.key === key)?.count ?? 0;
        return page?.isSettled && page.count !== count ? [{ key, page, count }] : [];
      })
    : [];
  const difference = differing.map(({ key, page, count }) => `${key} ${page.count} ${count}`).join();
  const { refetch, readAgain } = counted;
  const believe = useEffectEvent((before: string) => {
    if (difference !== before) return;
    for (const { page, count } of differing) {
      if (!page.hasMore) void page.retry();
      else {
        const asked = canonicalStringify(page.args);
        changeLists(cache, (list, args) =>
          canonicalStringify({ filter: args.filter, orderBy: args.orderBy }) === asked
            ? { ...list, totalCount: count }
            : list,
        );
      }
    }
  });
  useEffect(() => {
    if (difference === '') return undefined;
    const timer = setTimeout(() => {
      refetch()
        .then(() => setTimeout(() => believe(difference)))
        .catch(() => undefined);
    }, RECOUNT_MS);
    return () => clearTimeout(timer);
  }, [difference, refetch]);

  // No event is sent when a task becomes overdue or a day ends.
  const pass = useEffectEvent(() => {
    if (skip || (by !== 'due' && !filter.dues)) return;
    applyNewlyOverdue(cache, since, now);
    void readAgain();
  });
  useEffect(() => {
    if (now > since) pass();
  }, [now, since]);

  const count = groups.reduce((sum, group) => sum + group.count, 0);
  return {
    groups,
    tasks: answer ? tasks : null,
    filter: shown.filter,
    total: countAllTasks(answer?.all.totalCount, count),
    count,
    error: counted.error,
    isIncomplete: !isSettled,
    loading: counted.loading,
    hasMore: tasks.length < count,
    loadMore: nothing,
    retry: readAgain,
    turn,
    /** Called when a group becomes visible whose tasks are not loaded. */
    want: (key: string): void =>
      setWanted((before) => (before.has(idOf(key)) ? before : new Set(before).add(idOf(key)))),
    /** Render these to load the needed groups; they show nothing. */
    loaders: loaded.map(({ key }): ReactNode => (
      <GroupLoader
        key={idOf(key)}
        id={idOf(key)}
        args={{ filter: filterOfGroup(filter, by, key, days), orderBy }}
        onPage={onPage}
      />
    )),
  };
};
