import { buildSchema, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '@contract/enums';
import { COLUMNS, LIMITS } from '@contract/limits';
import schemaText from '../../../../../schema.graphql?raw';
import { columnFixture as column } from '../../projects/columns/column.fixture';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import { TaskGroupsDocument } from '../filters/TaskGroups.generated';
import { BoardDocument } from './Board.generated';
import { boardOf, firstQueriesOfProject } from './columnBoard';
import { STATUS_BOARD, type BoardData } from './boardQuery';
import { rememberColumns } from './knownColumns';
import { arrangeColumns, type BoardTask, type ColumnPage } from './useBoard';
import { provisionalRank } from '../../../lib/provisionalRank';

const task = (id: string, status: TaskStatus, rank: string, completedAt: string | null = null): BoardTask => ({
  id,
  title: id,
  status,
  columnId: '',
  rank,
  completedAt,
});
const page = (nodes: BoardTask[], totalCount = nodes.length) => ({
  totalCount,
  pageInfo: { hasNextPage: totalCount > nodes.length, endCursor: null },
  nodes,
});
const empty = page([]);
const schema = buildSchema(`${schemaText}\ndirective @unmask on FRAGMENT_SPREAD`);
const summary = (pages: Record<TaskStatus, ColumnPage<BoardTask>>) =>
  arrangeColumns(STATUS_BOARD.heads, ({ status }) => pages[status]).map(
    ({ tasks, count }) => `${tasks.map(({ id }) => id).join('')}:${count}`,
  );

describe('arrangeColumns', () => {
  it('orders each column by rank, then id, by bytes', () => {
    const todo = page([task('c', 'TODO', 'a0'), task('b', 'TODO', 'a0'), task('a', 'TODO', 'Zz')]);
    expect(summary({ TODO: todo, IN_PROGRESS: empty, IN_REVIEW: empty, DONE: empty })).toEqual([
      'abc:3',
      ':0',
      ':0',
      ':0',
    ]);
  });

  it('orders completed tasks by completion, latest first, whatever their rank', () => {
    const done = page([
      task('a', 'DONE', 'a0', '2026-11-01T00:00:00.000Z'),
      task('b', 'DONE', 'a1', '2026-11-02T00:00:00.000Z'),
    ]);
    expect(summary({ TODO: empty, IN_PROGRESS: empty, IN_REVIEW: empty, DONE: done })[3]).toBe('ba:2');
  });

  it('shows a card once, where its task says, when a list is older than the task', () => {
    const moved = task('m', 'DONE', 'a1');
    const todo = page([task('a', 'TODO', 'a0'), moved], 60);
    expect(summary({ TODO: todo, IN_PROGRESS: empty, IN_REVIEW: empty, DONE: empty })).toEqual([
      'a:59',
      ':0',
      ':0',
      'm:1',
    ]);
    expect(summary({ TODO: todo, IN_PROGRESS: empty, IN_REVIEW: empty, DONE: page([moved]) })[3]).toBe('m:1');
  });
});

const usual = [column('t', 'TODO'), column('p', 'IN_PROGRESS'), column('r', 'IN_REVIEW'), column('d', 'DONE')];

describe('the board of a project', () => {
  it('is read like the board of all projects while it has one column for each status', () => {
    const { makeRequest, heads } = boardOf([usual[1]!, ...usual.filter(({ id }) => id !== 'p')]);
    expect(makeRequest({ projectId: 'p' }).queries.map(({ query }) => query)).toEqual([BoardDocument]);
    expect(heads.map(({ key, name }) => [key, name])).toEqual([
      ['IN_PROGRESS', 'p'],
      ['TODO', 't'],
      ['IN_REVIEW', 'r'],
      ['DONE', 'd'],
    ]);
  });

  it('has a list for each column otherwise, the same ones in any order of the columns', () => {
    const columns = [...usual, column('x', 'TODO'), column('y', 'DONE')];
    const { queries, lists } = boardOf(columns).makeRequest({ projectId: 'p', search: '' });
    expect(queries).toHaveLength(1);
    const [{ query, variables }] = queries;
    expect(validate(schema, query)).toEqual([]);
    expect(Object.keys(lists).toSorted()).toEqual(['d', 'p', 'r', 't', 'x', 'y']);
    expect(variables[lists['x']?.list ?? '']).toMatchObject({ projectId: 'p', statuses: ['TODO'], columnIds: ['x'] });
    expect(variables[lists['y']?.list ?? '']).toMatchObject({ columnIds: ['y'], completedFrom: expect.any(String) });
    expect(variables[lists['y']?.older ?? '']).toMatchObject({ columnIds: ['y'], completedTo: expect.any(String) });
    expect(boardOf(columns.toReversed()).makeRequest({ projectId: 'p', search: '' })).toEqual({ queries, lists });
  });

  it('asks for about as many cards as the usual board in requests within their limits, however many columns it has', () => {
    const more = Array.from({ length: COLUMNS.max - usual.length }, (_, at) => column(`c${at}`, 'DONE'));
    const { queries, lists } = boardOf([...usual, ...more]).makeRequest({});
    expect(queries).toHaveLength(3);
    const names = queries.flatMap(({ query, variables: { first, ...filters } }) => {
      expect(validate(schema, query)).toEqual([]);
      expect(first).toBe(10);
      expect(Object.keys(filters).length).toBeLessThanOrEqual(LIMITS.queryAliases);
      return Object.keys(filters);
    });
    expect(names.toSorted()).toEqual(
      Object.values(lists)
        .flatMap((each) => [each?.list ?? '', ...(each?.older ? [each.older] : [])])
        .toSorted(),
    );
  });

  it('is queried once, as soon as its columns are known and before its page', async () => {
    const columns = [...usual, column('x', 'TODO')];
    const visit = { id: 'p', search: new URLSearchParams(), me: 'm' };
    const open = async () => {
      const queries = await firstQueriesOfProject(visit);
      const answered = (all: readonly ProjectColumn[]) => queries[1]?.followUps?.({ project: { columns: all } });
      return { asked: queries.slice(2), answered };
    };
    const first = await open();
    expect(first.asked.map(({ query }) => query)).toEqual([BoardDocument]);
    expect(first.answered(usual)).toEqual([]);
    const { queries } = boardOf(columns).makeRequest({ projectId: 'p' });
    expect(first.answered(columns)).toMatchObject(queries);

    const again = await open();
    expect(again.asked).toMatchObject(queries);
    expect(again.answered(columns)).toEqual([]);
    rememberColumns('p', null);
  });

  it('is searched by status, and shows what is found in its columns', () => {
    const columns = [...usual, column('x', 'TODO')];
    const { makeRequest, heads } = boardOf(columns);
    const { queries, lists, countOf } = makeRequest({ projectId: 'p', search: 'oar' });
    expect(queries.map(({ query }) => query)).toEqual([BoardDocument, TaskGroupsDocument]);
    expect(lists).toMatchObject({ t: { list: 'todo' }, x: { list: 'todo' }, d: { list: 'done' } });
    const found = page([
      { ...task('a', 'TODO', 'a0'), columnId: 'x' },
      { ...task('b', 'TODO', 'a1'), columnId: 't' },
    ]);
    const counts = (cards: ColumnPage<BoardTask>, ofColumn?: (key: string) => number | undefined) =>
      arrangeColumns(heads, ({ key }) =>
        key === 't' || key === 'x' ? { ...cards, ofColumn: ofColumn?.(key) } : empty,
      ).map(({ key, count, hasMore }) => `${key}:${count}${hasMore ? '…' : ''}`);
    expect(counts(found)).toEqual(['t:1', 'p:0', 'r:0', 'd:0', 'x:1']);

    const part = { ...found, totalCount: 9, pageInfo: { hasNextPage: true, endCursor: 'b' } };
    const data = {
      todo: part,
      taskGroups: [
        { key: 't', count: 1 },
        { key: 'x', count: 8 },
      ],
    } as unknown as BoardData;
    expect(counts(part, (key) => countOf?.(data, key))).toEqual(['t:1', 'p:0', 'r:0', 'd:0', 'x:8…']);
    expect(countOf?.({ ...data, todo: found as never }, 'x')).toBeUndefined();
  });

  it('shows a card in the first column of its status while its own is not known or has another status', () => {
    const { heads } = boardOf([...usual, column('x', 'TODO')]);
    const lists = page([
      { ...task('a', 'TODO', 'a0'), columnId: 'x' },
      { ...task('b', 'TODO', 'a1'), columnId: 'deleted' },
      { ...task('c', 'DONE', 'a2'), columnId: 'x' },
    ]);
    const columns = arrangeColumns(heads, ({ key }) => (key === 'x' ? lists : empty));
    expect(columns.map(({ key, tasks, count }) => `${key} ${tasks.map(({ id }) => id).join('')}:${count}`)).toEqual([
      't b:1',
      'p :0',
      'r :0',
      'd c:1',
      'x a:1',
    ]);
  });
});

describe('provisionalRank', () => {
  it('lies between the neighbours', () => {
    const rank = provisionalRank('a0', 'a1');
    expect(rank > 'a0' && rank < 'a1').toBe(true);
    expect(provisionalRank('a0', null) > 'a0').toBe(true);
    expect(provisionalRank(null, 'a0') < 'a0').toBe(true);
  });

  it('takes the upper rank where cards of two projects share one', () => {
    expect(provisionalRank('a0', 'a0')).toBe('a0');
  });
});
