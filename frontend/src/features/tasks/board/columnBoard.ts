// The board of one project, whose columns are its own. Boards of several projects don't load it.
import { useEffect, useState } from 'react';
import { Kind, type DocumentNode, type FieldNode } from 'graphql';
import { LIMITS } from '@contract/limits';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import { ProjectColumnsDocument } from '../../projects/columns/ProjectColumns.generated';
import { BoardDocument } from './Board.generated';
import { boardQuery, isByTime, STATUS_BOARD, type BoardSource, type ColumnHead, type ColumnLists } from './boardQuery';
import { knownColumns, rememberColumns, type ColumnKind } from './knownColumns';

/** All columns together ask for about as many cards as four columns do. */
const CARDS = 200;
/** More than a column shows at once on most screens. */
const CARDS_MIN = 10;

const name = (value: string) => ({ kind: Kind.NAME, value }) as const;

/** The query of a board with so many open and done columns: the lists of the usual board's query, under other names. */
const writeQuery = (open: number, done: number): DocumentNode => {
  const definitions = BoardDocument.definitions.map((definition) => {
    if (definition.kind !== Kind.OPERATION_DEFINITION) return definition;
    const { selectionSet, variableDefinitions = [] } = definition;
    const fields = selectionSet.selections.filter((field): field is FieldNode => field.kind === Kind.FIELD);
    const lists: { alias: string; like: string }[] = [];
    for (let at = 0; at < open; at += 1) lists.push({ alias: `open${at}`, like: 'todo' });
    for (let at = 0; at < done; at += 1) {
      lists.push({ alias: `done${at}`, like: 'done' }, { alias: `older${at}`, like: 'older' });
    }
    const filters = new Set(fields.map(({ alias }) => alias?.value));
    const filterOf = (like: string) => variableDefinitions.filter(({ variable }) => variable.name.value === like);
    return {
      ...definition,
      variableDefinitions: [
        ...variableDefinitions.filter(({ variable }) => !filters.has(variable.name.value)),
        ...lists.flatMap(({ alias, like }) =>
          filterOf(like).map((one) => ({ ...one, variable: { ...one.variable, name: name(alias) } })),
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

/** The library keeps what it knows of a document by the document itself. */
const queries = new Map<string, DocumentNode>();

const queryOf = (open: number, done: number): DocumentNode => {
  const size = `${open} ${done}`;
  const query = queries.get(size) ?? writeQuery(open, done);
  queries.set(size, query);
  return query;
};

const askByColumn =
  (columns: readonly ColumnKind[]): BoardSource['ask'] =>
  (filter) => {
    const { first = CARDS, isSearch, done: lately, older } = boardQuery(filter).variables;
    // In any order of the board its columns are asked for alike, so moving one reads nothing again.
    const sorted = columns.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const size = Math.max(CARDS_MIN, Math.ceil(CARDS / columns.length));
    const variables: Record<string, unknown> = { first: Math.min(first, size, LIMITS.pageDefault), isSearch };
    const lists: Record<string, ColumnLists> = {};
    let [open, done] = [0, 0];
    for (const { id, status } of sorted) {
      const columnIds = [id];
      if (isByTime(status)) {
        lists[id] = { list: `done${done}`, older: `older${done}` };
        variables[`done${done}`] = { ...lately, columnIds };
        variables[`older${done}`] = { ...older, columnIds };
        done += 1;
      } else {
        lists[id] = { list: `open${open}` };
        variables[`open${open}`] = { ...filter, statuses: [status], columnIds };
        open += 1;
      }
    }
    return { query: queryOf(open, done), variables, lists };
  };

const headOfColumn = ({ hidden, ...column }: ProjectColumn): ColumnHead => ({
  ...column,
  key: column.id,
  isHidden: hidden,
});

/** Is there one column for each status? */
const isUsual = (columns: readonly ColumnKind[]): boolean =>
  new Set(columns.map(({ status }) => status)).size === columns.length;

type KnownBoard = BoardSource & { heads: readonly ColumnHead[] };

const sources = new WeakMap<readonly ProjectColumn[], KnownBoard>();

/** Returns the board of a project with these columns. With one column for each status it is read as the board of all projects is. */
export const boardOf = (columns: readonly ProjectColumn[]): KnownBoard => {
  const known = sources.get(columns);
  if (known) return known;
  const heads = columns.map(headOfColumn);
  const source = isUsual(columns)
    ? { heads: heads.map((head) => ({ ...head, key: head.status })), ask: STATUS_BOARD.ask }
    : { heads, ask: askByColumn(columns) };
  sources.set(columns, source);
  return source;
};

/** How the board of a project is asked for before its columns are read: like last time on this device, or as most boards are. */
export const askAhead = (projectId: string): BoardSource['ask'] => {
  const columns = knownColumns(projectId);
  return columns ? askByColumn(columns) : STATUS_BOARD.ask;
};

const NONE: readonly ProjectColumn[] = [];

/** The board of a project, its columns, and whether the viewer can edit them. */
export const useProjectBoard = (projectId: string) => {
  const { data, loading } = usePageQuery(ProjectColumnsDocument, { variables: { projectId }, isFed: true });
  const { columns = NONE, viewerCanManageColumns: canManage = false } = data?.project ?? {};
  const [ahead] = useState((): BoardSource => ({ heads: null, ask: askAhead(projectId) }));
  useEffect(() => {
    if (columns.length > 0) rememberColumns(projectId, isUsual(columns) ? null : columns);
  }, [projectId, columns]);
  // A project that waits to be created has the usual columns.
  const unread = loading ? ahead : STATUS_BOARD;
  return { source: columns.length > 0 ? boardOf(columns) : unread, columns, canManage };
};
