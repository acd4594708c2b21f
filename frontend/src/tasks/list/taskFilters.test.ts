import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTERS, readFilters, toListArgs, writeFilters, type TaskFilters } from './taskFilters';

const ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const all: TaskFilters = {
  search: 'Zürich & more',
  status: 'IN_REVIEW',
  priority: 'HIGH',
  projectId: ID,
  assignee: 'me',
  overdue: 'true',
  orderBy: 'DUE_ASC',
  groupBy: 'assignee',
  view: 'grid',
};

describe('filters in the address', () => {
  it('come back as they were written', () => {
    const params = writeFilters(new URLSearchParams(), all);
    expect(readFilters(new URLSearchParams(params.toString()))).toEqual(all);
  });

  it('are left out when they are as usual, and leave the rest of the address alone', () => {
    const params = writeFilters(new URLSearchParams('task=1&status=DONE'), { status: '', search: 'x' });
    expect(params.toString()).toBe('task=1&q=x');
  });

  it('are ignored when they mean nothing', () => {
    const params = new URLSearchParams(
      'status=MAYBE&priority=&project=x&assignee=you&overdue=yes&sort=LUCK&group=moon&view=cube',
    );
    expect(readFilters(params)).toEqual(NO_FILTERS);
  });
});

describe('isFiltered', () => {
  it('asks whether anything is left out, not how it is shown', () => {
    expect(isFiltered({ ...NO_FILTERS, view: 'grid', orderBy: 'TITLE_ASC', groupBy: 'due' })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, assignee: 'me' })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, overdue: 'true' })).toBe(true);
  });
});

describe('toListArgs', () => {
  it('says what the server needs, and nothing for everything', () => {
    expect(toListArgs(NO_FILTERS, 'viewer')).toEqual({ filter: {}, orderBy: 'CREATED_DESC' });
    expect(toListArgs(all, 'viewer')).toEqual({
      filter: {
        statuses: ['IN_REVIEW'],
        priorities: ['HIGH'],
        projectId: ID,
        assigneeId: 'viewer',
        overdue: true,
        search: 'Zürich & more',
      },
      orderBy: 'DUE_ASC',
    });
  });
});
