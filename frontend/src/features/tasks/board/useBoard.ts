import { useState } from 'react';
import type { OperationVariables } from '@apollo/client';
import type { TaskStatus } from '@contract/enums';
import { byCompletion, byRank } from '@contract/taskPlace';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import type { BoardColumnFragment } from './Board.generated';
import {
  findColumnHead,
  isSortedByTime,
  STATUS_BOARD,
  type BoardData,
  type BoardFilter,
  type BoardRequest,
  type BoardSource,
  type ColumnHead,
} from './boardQuery';

/** The fields that decide a card's position on the board. */
export interface BoardTask {
  id: string;
  title: string;
  status: TaskStatus;
  columnId: string;
  rank: string;
  completedAt: string | null;
}

/** One column's list in the server's format. */
export interface ColumnPage<Task extends BoardTask> {
  totalCount: number;
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  nodes: readonly Task[];
  /** How many more tasks can be read on request. */
  onDemand?: number;
  /** How many of the tasks are in the column, if they were counted. */
  ofColumn?: number | undefined;
}

/** One column as the board shows it. */
export interface Column<Task extends BoardTask> extends ColumnHead {
  tasks: readonly Task[];
  /** All tasks of the column, loaded or not. */
  count: number;
  hasMore: boolean;
  endCursor: string | null;
  /** How many more tasks can be shown on request. */
  onDemand: number;
}

/** A search has no separate list of tasks that were completed longer ago. */
const NONE: ColumnPage<never> = {
  totalCount: 0,
  pageInfo: { hasNextPage: false, endCursor: null },
  nodes: [],
  onDemand: 0,
};

/**
 * Arranges the lists as columns. A card is in the column that its task names, not the one whose list contains it, so
 * that a list that was requested before a move and answered after it cannot move the card back or show it twice.
 */
export const arrangeColumns = <Task extends BoardTask>(
  heads: readonly ColumnHead[],
  pageOf: (head: ColumnHead) => ColumnPage<Task>,
): readonly Column<Task>[] => {
  const pages = new Map(heads.map((head) => [head.key, pageOf(head)]));
  const all = new Map([...pages.values()].flatMap(({ nodes }) => nodes).map((task) => [task.id, task]));
  const cards = new Map(heads.map(({ key }): [string, Task[]] => [key, []]));
  for (const task of all.values()) cards.get(findColumnHead(heads, task)?.key ?? '')?.push(task);
  return heads.map((head) => {
    const { nodes, totalCount, pageInfo, onDemand = 0, ofColumn } = pages.get(head.key) ?? NONE;
    const listed = new Set(nodes.map(({ id }) => id));
    const tasks = (cards.get(head.key) ?? []).toSorted(isSortedByTime(head.status) ? byCompletion : byRank);
    const arrived = tasks.filter(({ id }) => !listed.has(id)).length;
    const left = nodes.length - (tasks.length - arrived);
    const count = Math.max(tasks.length, ofColumn ?? totalCount - left + arrived);
    return {
      ...head,
      tasks,
      count,
      hasMore: pageInfo.hasNextPage && ofColumn !== tasks.length,
      endCursor: pageInfo.endCursor,
      onDemand,
    };
  });
};

/** Joins the completed tasks into one list: all recent ones, then the older ones that were requested. */
const withOlder = <Task extends BoardTask>(
  lately: ColumnPage<Task>,
  older: ColumnPage<Task>,
  wantsOlder: boolean,
): ColumnPage<Task> => {
  const isEnd = !lately.pageInfo.hasNextPage;
  return {
    totalCount: lately.totalCount + older.totalCount,
    pageInfo: isEnd && wantsOlder ? older.pageInfo : lately.pageInfo,
    nodes: wantsOlder ? [...lately.nodes, ...older.nodes] : lately.nodes,
    onDemand: isEnd && !wantsOlder ? older.totalCount : 0,
  };
};

export type BoardColumnTask = BoardColumnFragment['nodes'][number];
export type BoardColumnData = Column<BoardColumnTask>;

/** Joins the parts of a board into one answer; `before` is the previous data, or the data of the previous filter. */
const useParts = ({ queries }: BoardRequest, skip: boolean) => {
  const part = (at: number) => {
    // A skipped query may have any result.
    const { query, variables } = queries[at] ?? queries[0];
    return [query, { variables, skip: skip || at >= queries.length, isFed: true }] as const;
  };
  // A board has at most three parts.
  const parts = [usePageQuery(...part(0)), usePageQuery(...part(1)), usePageQuery(...part(2))];
  const asked = parts.slice(0, queries.length);
  const merge = (of: readonly (BoardData | undefined)[]): BoardData | undefined =>
    of.every((data) => data === undefined) ? undefined : (Object.assign({}, ...of) as BoardData);
  return {
    answer: asked.every(({ data }) => data) ? merge(asked.map(({ data }) => data)) : undefined,
    before: merge(parts.map(({ data, previousData }) => data ?? previousData)),
    error: asked.find(({ error }) => error)?.error,
    loading: asked.some(({ loading }) => loading),
    readAgain: (): void => asked.forEach((each) => void each.readAgain()),
    fetchMore: parts[0]?.fetchMore,
  };
};

/** Returns the board's columns, filtered or not; null until they and the filter are loaded. */
export const useBoard = (wanted: BoardFilter | null = {}, source: BoardSource = STATUS_BOARD) => {
  const filter = wanted ?? {};
  const request = source.makeRequest(filter);
  const variables: OperationVariables = Object.assign({}, ...request.queries.map((each) => each.variables));
  const key = JSON.stringify(variables);
  const { answer, before, error, loading, readAgain, fetchMore } = useParts(request, wanted === null);
  const [withOld, setWithOld] = useState<readonly string[]>([]);
  // A failed refetch keeps the previous data, unless that belongs to another filter.
  const [read, setRead] = useState({ key, source, request });
  if (answer && (read.key !== key || read.source !== source)) {
    setRead({ key, source, request });
    if (read.key !== key) setWithOld([]);
  }
  const data = answer ?? (loading || read.key === key ? before : undefined);
  // Until the answer for other columns arrives, the previous columns are shown.
  const shown = answer ? { source, request } : read;
  const { lists, countOf } = shown.request;
  const columns =
    data && shown.source.heads
      ? arrangeColumns(shown.source.heads, ({ key: each }) => {
          const { list, older } = lists[each] ?? {};
          const page = (list !== undefined && data[list]) || NONE;
          return older === undefined
            ? { ...page, ofColumn: countOf?.(data, each) }
            : withOlder(page, data[older] ?? NONE, withOld.includes(each));
        })
          .filter(({ status }) => !filter.statuses?.length || filter.statuses.includes(status))
          .filter(
            ({ key: each, status }) => !filter.columnIds?.length || each === status || filter.columnIds.includes(each),
          )
          .filter(({ isHidden, count }) => !isHidden || count > 0)
      : null;
  // Writes the page into its column, because a separate query would read the whole column again for each page.
  const loadMore = async (column: string, after: string | null): Promise<void> => {
    const { list = '', older = '' } = lists[column] ?? {};
    const stretch = older && !data?.[list]?.pageInfo.hasNextPage ? older : list;
    // A search reads all completed tasks in one list, so `older` does not say how the list is sorted.
    const status = columns?.find(({ key: each }) => each === column)?.status;
    // Loaded on demand, because the first cards do not need it.
    const { BoardColumnPageDocument } = await import('./BoardColumnPage.generated');
    await fetchMore?.({
      query: BoardColumnPageDocument,
      variables: {
        filter: variables[stretch],
        after,
        orderBy: status && isSortedByTime(status) ? 'COMPLETED_DESC' : 'RANK_ASC',
      },
    });
  };
  const showOlder = (column: string): void => setWithOld((now) => [...now, column]);
  return { columns, list: key, error, loading, readAgain, loadMore, showOlder };
};
