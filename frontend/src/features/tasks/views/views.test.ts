import { describe, expect, it } from 'vitest';
import { NO_FILTERS, readFilters, type TaskFilters, type TaskLayout } from '../filters/taskFilters';
import { BUILT_IN } from './builtIn';
import { addressOf, findBuiltInView, filtersOf, isChanged, viewOf } from './views';
import type { SavedViewFragment } from './Views.generated';

const PROJECT = '0199aaaa-bbbb-7ccc-8ddd-eeeeffff0000';
const OTHER = PROJECT.replace(/0$/, '1');
const all: TaskFilters = {
  search: 'Zürich & more',
  statuses: ['TODO', 'IN_REVIEW'],
  columnIds: [OTHER],
  priorities: ['HIGH', 'URGENT'],
  projectIds: [PROJECT],
  assignees: ['me', 'none', OTHER],
  tags: ['a b'],
  dues: ['OVERDUE', 'THIS_WEEK'],
  dueFrom: '2026-11-20',
  dueTo: '2026-11-27',
  level: 'top',
  blocked: 'true',
  doneDays: '9',
  orderBy: 'DUE_ASC',
  groupBy: 'assignee',
  view: 'grid',
};
const NOTHING = {
  statuses: null,
  columnIds: null,
  priorities: null,
  projectIds: null,
  assigneeIds: null,
  search: null,
  tags: null,
  dues: null,
  dueFrom: null,
  dueTo: null,
  dueDayFrom: null,
  dueDayTo: null,
  completedWithinDays: null,
  parentId: null,
  blocked: null,
};

/** The view as the server answers it. */
const saved = (
  filters: TaskFilters,
  projectId: string | null = null,
  layout: TaskLayout = 'list',
): SavedViewFragment => {
  const { filter, ...rest } = viewOf(filters, { projectId: projectId ?? undefined, layout });
  return {
    __typename: 'View',
    id: 'v1',
    name: 'Mine',
    projectId,
    isProjectGone: false,
    ...rest,
    filter: { __typename: 'ViewFilter', ...NOTHING, ...filter },
  };
};
const search = (address: string) => new URLSearchParams(address.split('?')[1]);

describe('a saved view', () => {
  it('shows what was saved, with oneself as oneself and days as days', () => {
    const view = saved(all);
    expect(view.filter).toMatchObject({ assigneeIds: ['me', 'none', OTHER], projectIds: [PROJECT], dues: all.dues });
    expect(view.filter).not.toHaveProperty('timeZone');
    expect(filtersOf(view)).toEqual(all);
    expect(readFilters(search(addressOf(view)))).toEqual(all);
    expect(search(addressOf(view)).get('saved')).toBe('v1');
  });

  it('shows the subtasks of one task, as a program saved it', () => {
    const view = { ...saved(NO_FILTERS), filter: { ...saved(NO_FILTERS).filter, parentId: OTHER } };
    const opened = readFilters(search(addressOf(view)));
    expect(viewOf(opened, { layout: 'list' }).filter).toEqual({ parentId: OTHER });
    expect(isChanged(view, { layout: 'list' }, NO_FILTERS)).toBe(true);
  });

  it('keeps an order that the page does not offer, as a program saved it', () => {
    const view = saved({ ...NO_FILTERS, orderBy: 'UPDATED_ASC' });
    const opened = readFilters(search(addressOf(view)));
    expect(viewOf(opened, { layout: 'list' }).orderBy).toBe('UPDATED_ASC');
  });

  it('is opened on the page it is of, whose project is no filter', () => {
    expect(addressOf(saved(NO_FILTERS))).toBe('/tasks?saved=v1');
    expect(addressOf(saved(NO_FILTERS, null, 'board'))).toBe('/board?saved=v1');
    expect(addressOf(saved(all, PROJECT))).toMatch(`/projects/${PROJECT}/list?saved=v1`);
    expect(addressOf(saved({ ...NO_FILTERS, projectIds: [PROJECT] }, PROJECT, 'board'))).toBe(
      `/projects/${PROJECT}?saved=v1`,
    );
  });

  it('of the calendar is opened there, narrowed down to the project it is of', () => {
    const onCalendar = { layout: 'calendar' } as const;
    const { filter, ...rest } = viewOf({ ...all, doneDays: '' }, onCalendar);
    expect(rest.layout).toBe('CALENDAR');
    const view = { ...saved(all), ...rest, filter: { ...saved(all).filter, completedWithinDays: null, ...filter } };
    expect(addressOf(view)).toMatch(/^\/calendar\?saved=v1/);
    expect(addressOf(view, 'timeline')).toMatch(/^\/timeline\?saved=v1/);
    expect(viewOf(all, { layout: 'timeline' }).layout).toBe('CALENDAR');
    expect(isChanged(view, onCalendar, { ...all, doneDays: '', orderBy: 'TITLE_ASC', groupBy: '', view: 'list' })).toBe(
      false,
    );
    expect(isChanged(view, onCalendar, { ...all, doneDays: '', search: 'other' })).toBe(true);
    expect(isChanged(view, { layout: 'list' }, { ...all, doneDays: '' })).toBe(true);
    expect(filtersOf({ ...saved(NO_FILTERS, PROJECT), layout: 'CALENDAR' }).projectIds).toEqual([PROJECT]);
  });

  it('is changed once the page shows something else, elsewhere too', () => {
    const view = saved(all);
    expect(isChanged(view, { layout: 'list' }, all)).toBe(false);
    expect(isChanged(view, { layout: 'list' }, { ...all, priorities: ['HIGH'] })).toBe(true);
    expect(isChanged(view, { layout: 'list' }, { ...all, groupBy: '' })).toBe(true);
    expect(isChanged(view, { layout: 'board' }, all)).toBe(true);
    const board = saved(NO_FILTERS, null, 'board');
    expect(isChanged(board, { layout: 'board' }, { ...NO_FILTERS, view: 'grid' })).toBe(false);
  });

  it.each(['myWork', 'overdue', 'recentlyDone'] as const)(
    '%s, which everybody has, is known by what it shows',
    (name) => {
      const filters = readFilters(search(BUILT_IN[name]));
      expect(findBuiltInView({ layout: 'list' }, filters)).toBe(name);
      expect(findBuiltInView({ layout: 'board' }, filters)).toBeUndefined();
      expect(findBuiltInView({ layout: 'list' }, { ...filters, search: 'x' })).toBeUndefined();
    },
  );
});
