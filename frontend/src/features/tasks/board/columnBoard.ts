// The board of one project, which has its own columns. Boards of several projects don't load this file.
import { useEffect, useState } from 'react';
import { Kind, type DocumentNode, type FieldNode } from 'graphql';
import { LIMITS } from '@contract/limits';
import type { TaskFilter } from '../../../sync/client/schema.generated';
import type { PrefetchRequest } from '../../../sync/client/requestTracking';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import { ProjectColumnsDocument, type ProjectColumnsQuery } from '../../projects/columns/ProjectColumns.generated';
import { ProjectDocument } from '../../projects/Project.generated';
import { TaskGroupsDocument, type TaskGroupsQuery } from '../filters/TaskGroups.generated';
import { BoardDocument } from './Board.generated';
import {
  boardQuery,
  isSortedByTime,
  STATUS_BOARD,
  type BoardFilter,
  type BoardRequest,
  type BoardSource,
  type ColumnHead,
  type ColumnLists,
} from './boardQuery';
import { readBoardFilter } from './useBoardFilter';
import { knownColumns, rememberColumns, toKinds, type ColumnKind } from './knownColumns';

/** The number of cards that all columns read together: about as many as four usual columns. */
const CARDS = 200;
/** The minimum per column, which is more than a column shows on most screens. */
const CARDS_MIN = 10;

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** A list of a board, and the list of the usual board that it corresponds to. */
interface BoardList {
  alias: string;
  like: 'todo' | 'done' | 'older';
  filter: TaskFilter;
}

/** Builds the query of these lists from the lists of the usual board's query, under other names. */
const writeQuery = (lists: readonly BoardList[]): DocumentNode => {
  const definitions = BoardDocument.definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition;
    const { selectionSet, variableDefinitions = [] } = definition;
    const fields = selectionSet.selections.filter((field): field is FieldNode => field.kind === Kind.FIELD);
    const variablesNamed = (wanted: string) =>
      variableDefinitions.filter(({ variable }) => variable.name.value === wanted);
    return {
      ...definition,
      variableDefinitions: [
        ...variablesNamed('first'),
        ...lists.flatMap(({ alias, like }) =>
          variablesNamed(like).map((one) => ({ ...one, variable: { ...one.variable, name: name(alias) } })),
        ),
      ],
      selectionSet: {
        ...selectionSet,
        selections: lists.flatMap(({ alias, like }) =>
          fields
            .filter((field) => field.alias?.value === like)
            .map((field) => ({
              ...field,
              alias: name(alias),
              // A search reads older tasks together with the others, and by status.
              directives: [],
              arguments: field.arguments?.map((argument) =>
                argument.name.value === 'filter'
                  ? { ...argument, value: { kind: Kind.VARIABLE, name: name(alias) } as const }
                  : argument,
              ),
            })),
        ),
      },
    };
  });
  return { ...BoardDocument, definitions };
};

/** Recent documents are reused, because Apollo caches by document. */
const queries = new Map<string, DocumentNode>();
const MAX_QUERIES = 30;

const queryOf = (lists: readonly BoardList[]): DocumentNode => {
  const names = lists.map(({ alias }) => alias).join();
  const query = queries.get(names) ?? writeQuery(lists);
  queries.delete(names);
  queries.set(names, query);
  for (const oldest of queries.keys()) if (queries.size > MAX_QUERIES) queries.delete(oldest);
  return query;
};

/**
 * A search is read by status, because each list has a cost; its results are shown in the columns. Also reads the number
 * of results in each column, because a list may not be completely loaded.
 */
const requestByStatus = (columns: readonly ColumnKind[], filter: BoardFilter): BoardRequest => {
  const { queries, lists } = STATUS_BOARD.makeRequest(filter);
  const whole = filter.projectId ? { projectId: filter.projectId } : {};
  const counts = { query: TaskGroupsDocument as DocumentNode, variables: { filter, groupBy: 'COLUMN', whole } };
  return {
    queries: [...queries, counts],
    lists: Object.fromEntries(columns.map(({ id, status }) => [id, { list: lists[status].list }])),
    countOf: (data, id) => {
      const { taskGroups } = data as { taskGroups?: TaskGroupsQuery['taskGroups'] };
      const status = columns.find((column) => column.id === id)?.status;
      if (!taskGroups || !status || !data[lists[status].list]?.pageInfo.hasNextPage) return undefined;
      return taskGroups.find(({ key }) => key === id)?.count ?? 0;
    },
  };
};

const requestByColumn =
  (columns: readonly ColumnKind[]): BoardSource['makeRequest'] =>
  (filter) => {
    const { first = CARDS, isSearch, done: lately, older } = boardQuery(filter).variables;
    if (isSearch) return requestByStatus(columns, filter);
    const size = Math.max(CARDS_MIN, Math.ceil(CARDS / columns.length));
    const lists: Record<string, ColumnLists> = {};
    // A request has a limit of lists; the lists of one column stay in the same request.
    const parts: BoardList[][] = [[]];
    // Sorted by id, so that moving a column does not change the query.
    const sorted = columns.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id, status } of sorted) {
      const columnIds = [id];
      // Named after the column, so that lists of two queries can't be confused while a part of the answer is missing.
      const [list, before] = ['list_', 'older_'].map((kind) => kind + id.replaceAll('-', '')) as [string, string];
      const isDone = isSortedByTime(status);
      lists[id] = isDone ? { list, older: before } : { list };
      const own: BoardList[] = isDone
        ? [
            { alias: list, like: 'done', filter: { ...lately, columnIds } },
            { alias: before, like: 'older', filter: { ...older, columnIds } },
          ]
        : [{ alias: list, like: 'todo', filter: { ...filter, statuses: [status], columnIds } }];
      const last = parts.at(-1);
      if (last && last.length + own.length <= LIMITS.queryAliases) last.push(...own);
      else parts.push(own);
    }
    const count = Math.min(first, size, LIMITS.pageDefault);
    const toQuery = (part: readonly BoardList[]) => ({
      query: queryOf(part),
      variables: { first: count, ...Object.fromEntries(part.map((each) => [each.alias, each.filter])) },
    });
    const [head = [], ...rest] = parts;
    return { queries: [toQuery(head), ...rest.map(toQuery)], lists };
  };

const headOfColumn = ({ hidden, ...column }: ProjectColumn): ColumnHead => ({
  ...column,
  key: column.id,
  isHidden: hidden,
});

/** Whether there is exactly one column per status. */
const isUsual = (columns: readonly ColumnKind[]): boolean =>
  new Set(columns.map(({ status }) => status)).size === columns.length;

type KnownBoard = BoardSource & { heads: readonly ColumnHead[] };

const sources = new WeakMap<readonly ProjectColumn[], KnownBoard>();

/** Returns the board of a project with these columns. With one per status, it uses the query of all projects' board. */
export const boardOf = (columns: readonly ProjectColumn[]): KnownBoard => {
  const known = sources.get(columns);
  if (known) return known;
  const heads = columns.map(headOfColumn);
  const source = isUsual(columns)
    ? { heads: heads.map((head) => ({ ...head, key: head.status })), makeRequest: STATUS_BOARD.makeRequest }
    : { heads, makeRequest: requestByColumn(columns) };
  sources.set(columns, source);
  return source;
};

/**
 * Returns the query for a project's board before its columns are loaded. Uses the columns stored on this device or,
 * without any, the four default columns.
 */
const firstRequest = (columns: readonly ColumnKind[] | null): BoardSource['makeRequest'] =>
  columns ? requestByColumn(columns) : STATUS_BOARD.makeRequest;

const NONE: readonly ProjectColumn[] = [];

interface ProjectVisit {
  id: string;
  search: URLSearchParams;
  me: string;
}

/** Returns the first queries of a project's page, and the queries that depend on the columns of its board. */
export const firstQueriesOfProject = async ({ id, search, me }: ProjectVisit): Promise<PrefetchRequest[]> => {
  const filter = await readBoardFilter(search, me, id);
  const expected = knownColumns(id);
  const queryIfColumnsDiffer = (data: unknown): readonly PrefetchRequest[] => {
    const { columns = NONE } = (data as ProjectColumnsQuery | undefined)?.project ?? {};
    if (isUsual(columns) || JSON.stringify(toKinds(columns)) === JSON.stringify(expected)) return [];
    // stored, because the page reads them there
    rememberColumns(id, columns);
    return requestByColumn(columns)(filter).queries;
  };
  return [
    { query: ProjectDocument, variables: { id } },
    { query: ProjectColumnsDocument, variables: { projectId: id }, followUps: queryIfColumnsDiffer },
    ...firstRequest(expected)(filter).queries,
  ];
};

/** Returns the board of a project, its columns, and whether the viewer can edit them. */
export const useProjectBoard = (projectId: string) => {
  const { data, loading } = usePageQuery(ProjectColumnsDocument, { variables: { projectId }, isFed: true });
  const { columns = NONE, viewerCanManageColumns: canManage = false } = data?.project ?? {};
  const [ahead] = useState((): BoardSource => ({ heads: null, makeRequest: firstRequest(knownColumns(projectId)) }));
  useEffect(() => {
    if (columns.length > 0) rememberColumns(projectId, isUsual(columns) ? null : columns);
  }, [projectId, columns]);
  // A project that is queued to be created has the usual columns.
  const unread = loading ? ahead : STATUS_BOARD;
  return { source: columns.length > 0 ? boardOf(columns) : unread, columns, canManage };
};
