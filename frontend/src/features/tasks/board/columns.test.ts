import { describe, expect, it } from 'vitest';
import type { TaskStatus } from '@contract/enums';
import { arrangeColumns, type BoardTask } from './useBoard';
import { provisionalRank } from '../model/provisionalRank';

const task = (id: string, status: TaskStatus, rank: string, completedAt: string | null = null): BoardTask => ({
  id,
  title: id,
  status,
  rank,
  completedAt,
});
const page = (nodes: BoardTask[], totalCount = nodes.length) => ({
  totalCount,
  pageInfo: { hasNextPage: totalCount > nodes.length, endCursor: null },
  nodes,
});
const empty = page([]);
const summary = (pages: Parameters<typeof arrangeColumns<BoardTask>>[0]) =>
  arrangeColumns(pages).map(({ tasks, count }) => `${tasks.map(({ id }) => id).join('')}:${count}`);

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

  it('orders what is done by when, the last first, whatever its rank', () => {
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
