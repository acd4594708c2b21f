import { describe, expect, it } from 'vitest';
import { CONDITION_PARAMS } from '../filters/params';
import { readFilters, toFilter } from '../filters/taskFilters';
import { readBoardFilter } from './useBoardFilter';

const ID = '019a9f5e-8c3b-7a50-9d2e-3f1f6f0c2b7d';
const VALUES: Record<string, string> = {
  q: 'ink',
  status: 'TODO',
  column: ID,
  priority: 'HIGH',
  project: ID,
  assignee: ID,
  tag: 'print',
  due: 'TODAY',
  overdue: 'true',
  from: '2026-11-22',
  to: '2026-11-28',
  done: '14',
  level: 'top',
  blocked: 'true',
};

describe('a board honours every filter of an address', () => {
  it.each(CONDITION_PARAMS)('%s', async (name) => {
    const params = new URLSearchParams({ [name]: VALUES[name] ?? '' });
    const asked = await readBoardFilter(params, 'me');
    expect(asked).not.toEqual({});
    expect(asked).toEqual(toFilter(readFilters(params), 'me'));
  });
});
