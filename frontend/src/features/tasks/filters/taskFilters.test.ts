import { describe, expect, it } from 'vitest';
import { isFiltered, NO_FILTERS, readFilters, toListArgs, writeFilters, type TaskFilters } from './taskFilters';

const ID = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const OTHER = ID.replace(/0$/, '1');
const all: TaskFilters = {
  search: 'Zürich & more',
  statuses: ['TODO', 'IN_REVIEW'],
  columnIds: [OTHER, ID],
  priorities: ['HIGH', 'URGENT'],
  projectIds: [ID, OTHER],
  assignees: ['me', 'none', ID],
  tags: ['deck', 'a b'],
  dues: ['OVERDUE', 'THIS_WEEK', 'NONE'],
  dueFrom: '2026-11-20',
  dueTo: '2026-11-27',
  level: 'top',
  blocked: 'true',
  doneDays: '14',
  orderBy: 'DUE_ASC',
  groupBy: 'assignee',
  view: 'grid',
};
const read = (search: string) => readFilters(new URLSearchParams(search));

describe('filters in the address', () => {
  it('are read back as they were written', () => {
    expect(read(writeFilters(new URLSearchParams(), all).toString())).toEqual(all);
  });

  it('are left out when they are as usual, and leave the rest of the address alone', () => {
    const params = writeFilters(new URLSearchParams('task=1&status=DONE&status=TODO'), { statuses: [], search: 'x' });
    expect(params.toString()).toBe('task=1&q=x');
  });

  it('of older addresses keep their meaning, and several values may be separated by commas', () => {
    expect(read('status=TODO&assignee=me&overdue=true')).toEqual({
      ...NO_FILTERS,
      statuses: ['TODO'],
      assignees: ['me'],
      dues: ['OVERDUE'],
    });
    expect(read('status=DONE,TODO&due=TODAY&overdue=true').dues).toEqual(['OVERDUE', 'TODAY']);
    expect(read('status=DONE,TODO').statuses).toEqual(['TODO', 'DONE']);
    expect(writeFilters(new URLSearchParams('overdue=true'), { dues: [] }).toString()).toBe('');
  });

  it('are ignored when they mean nothing', () => {
    const nothing =
      'status=MAYBE&priority=&project=x&assignee=you&overdue=yes&due=SOON&from=2026-02-30&to=now&done=400&tag=,&sort=LUCK&group=moon&view=cube';
    expect(read(nothing)).toEqual(NO_FILTERS);
  });
});

describe('isFiltered', () => {
  it('asks whether anything is left out, not how it is shown', () => {
    expect(isFiltered({ ...NO_FILTERS, view: 'grid', orderBy: 'TITLE_ASC', groupBy: 'due' })).toBe(false);
    expect(isFiltered({ ...NO_FILTERS, assignees: ['me'] })).toBe(true);
    expect(isFiltered({ ...NO_FILTERS, dueTo: '2026-11-20' })).toBe(true);
  });
});

describe('toListArgs', () => {
  it('says what the server needs, and nothing for everything', () => {
    expect(toListArgs(NO_FILTERS, 'viewer')).toEqual({ filter: {}, orderBy: 'CREATED_DESC' });
    expect(toListArgs(all, 'viewer')).toEqual({
      filter: {
        statuses: ['TODO', 'IN_REVIEW'],
        columnIds: [OTHER, ID],
        priorities: ['HIGH', 'URGENT'],
        projectIds: [ID, OTHER],
        assigneeIds: ['viewer', 'none', ID],
        tags: ['deck', 'a b'],
        dues: ['OVERDUE', 'THIS_WEEK', 'NONE'],
        timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
        dueDayFrom: '2026-11-20',
        dueDayTo: '2026-11-27',
        parentId: 'none',
        blocked: true,
        completedWithinDays: 14,
        search: 'Zürich & more',
      },
      orderBy: 'DUE_ASC',
    });
    const one = toListArgs({ ...NO_FILTERS, projectIds: [ID], dues: ['OVERDUE'] }, 'viewer');
    expect(one.filter).toMatchObject({ projectId: ID, dues: ['OVERDUE'] });
  });
});
