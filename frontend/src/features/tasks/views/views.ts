import {
  filterKey,
  fromFilter,
  NO_FILTERS,
  readFilters,
  type TaskLayout,
  toFilter,
  writeFilters,
  type TaskFilters,
} from '../filters/taskFilters';
import { GROUPING_OF } from '../filters/taskGroups';
import { BUILT_IN } from './builtIn';
import type { SavedViewFragment } from './Views.generated';

export interface ViewPlace {
  /** A page of one project. */
  projectId?: string | undefined;
  layout: TaskLayout;
}

/** The parameter with the id of the opened view, whose filters are in the address, too. */
export const SAVED_PARAM = 'saved';

export const filtersOf = ({ filter, orderBy, groupBy, layout, projectId }: SavedViewFragment): TaskFilters => ({
  ...fromFilter(filter),
  // A project has no calendar page, so the calendar of all projects is filtered by it.
  ...(layout === 'CALENDAR' && projectId !== null && { projectIds: [projectId] }),
  orderBy,
  groupBy: (Object.keys(GROUPING_OF) as (keyof typeof GROUPING_OF)[]).find((by) => GROUPING_OF[by] === groupBy) ?? '',
  view: layout === 'GRID' ? 'grid' : 'list',
});

/** The pages of each layout: for all tasks, and for a project if there is one. */
const PAGES: Readonly<Record<TaskLayout, { path: string; ofProject: ((id: string) => string) | null }>> = {
  list: { path: '/tasks', ofProject: (id) => `/projects/${id}/list` },
  board: { path: '/board', ofProject: (id) => `/projects/${id}` },
  calendar: { path: '/calendar', ofProject: null },
  timeline: { path: '/timeline', ofProject: null },
};

/** The stored names of layouts. Versions before the timeline could not read a new one, so it shares the calendar's. */
const STORED = { board: 'BOARD', calendar: 'CALENDAR', timeline: 'CALENDAR' } as const;

const storedLayout = ({ view }: TaskFilters, { layout }: ViewPlace) =>
  layout === 'list' ? (view === 'grid' ? 'GRID' : 'LIST') : STORED[layout];

/** Returns the part of a page's state that is saved. */
export const viewOf = (filters: TaskFilters, place: ViewPlace) => {
  const projectIds = place.projectId === undefined ? [...filters.projectIds] : [];
  return {
    filter: { ...toFilter({ ...filters, projectIds: [] }), ...(projectIds.length > 0 && { projectIds }) },
    orderBy: filters.orderBy,
    groupBy: filters.groupBy === '' ? null : GROUPING_OF[filters.groupBy],
    layout: storedLayout(filters, place),
  } as const;
};

const pathOf = ({ projectId, layout }: ViewPlace): string => {
  const { path, ofProject } = PAGES[layout];
  return projectId === undefined || !ofProject ? path : ofProject(projectId);
};

/** Returns where a saved view opens. A calendar view that is opened on the timeline stays there. */
const placeOf = (view: SavedViewFragment, from: TaskLayout): ViewPlace => {
  const layout = view.layout === 'BOARD' ? 'board' : view.layout === 'CALENDAR' ? 'calendar' : 'list';
  const opened = layout === 'calendar' && from === 'timeline' ? from : layout;
  return { projectId: PAGES[opened].ofProject ? (view.projectId ?? undefined) : undefined, layout: opened };
};

/** Returns the address of a saved view that is opened from a page of this layout. */
export const addressOf = (view: SavedViewFragment, from: TaskLayout = 'list'): string =>
  `${pathOf(placeOf(view, from))}?${writeFilters(new URLSearchParams({ [SAVED_PARAM]: view.id }), filtersOf(view)).toString()}`;

const keyAt = (place: ViewPlace, filters: TaskFilters): string => {
  // A project's page has no project filter, and neither boards nor calendars have a choice of order, groups and cards.
  const { orderBy, groupBy, view } = NO_FILTERS;
  return `${pathOf(place)}?${filterKey({
    ...filters,
    ...(place.projectId !== undefined && { projectIds: [] }),
    ...(place.layout !== 'list' && { orderBy, groupBy, view }),
  })}`;
};

/** Whether the page differs from the view. */
export const isChanged = (view: SavedViewFragment, place: ViewPlace, filters: TaskFilters): boolean =>
  keyAt(placeOf(view, place.layout), readFilters(writeFilters(new URLSearchParams(), filtersOf(view)))) !==
  keyAt(place, filters);

/** Returns the default view that the page shows. */
export const findBuiltInView = (place: ViewPlace, filters: TaskFilters): keyof typeof BUILT_IN | undefined =>
  (Object.keys(BUILT_IN) as (keyof typeof BUILT_IN)[]).find((name) => {
    const [, search = ''] = BUILT_IN[name].split('?');
    return keyAt({ layout: 'list' }, readFilters(new URLSearchParams(search))) === keyAt(place, filters);
  });
