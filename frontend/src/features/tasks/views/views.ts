import {
  filterKey,
  fromFilter,
  NO_FILTERS,
  readFilters,
  toFilter,
  writeFilters,
  type TaskFilters,
} from '../filters/taskFilters';
import { GROUPING_OF } from '../filters/taskGroups';
import { BUILT_IN } from './builtIn';
import type { SavedViewFragment } from './Views.generated';

/** Where a view is opened: a page with a list, with a board, or the calendar. */
export interface ViewPlace {
  /** It is a page of one project. */
  projectId?: string | undefined;
  isBoard: boolean;
  isCalendar?: boolean | undefined;
}

/** Names the view that an address was opened by; what it shows stands there, too. */
export const SAVED_PARAM = 'saved';

/** What a saved view shows. */
export const filtersOf = ({ filter, orderBy, groupBy, layout, projectId }: SavedViewFragment): TaskFilters => ({
  ...fromFilter(filter),
  // A project has no calendar of its own, so there it is a filter.
  ...(layout === 'CALENDAR' && projectId !== null && { projectIds: [projectId] }),
  orderBy,
  groupBy: (Object.keys(GROUPING_OF) as (keyof typeof GROUPING_OF)[]).find((by) => GROUPING_OF[by] === groupBy) ?? '',
  view: layout === 'GRID' ? 'grid' : 'list',
});

const layoutOf = ({ view }: TaskFilters, { isBoard, isCalendar = false }: ViewPlace) =>
  isCalendar ? 'CALENDAR' : isBoard ? 'BOARD' : view === 'grid' ? 'GRID' : 'LIST';

/** What is saved of what a page shows. */
export const viewOf = (filters: TaskFilters, place: ViewPlace) => {
  const projectIds = place.projectId === undefined ? [...filters.projectIds] : [];
  return {
    filter: { ...toFilter({ ...filters, projectIds: [] }), ...(projectIds.length > 0 && { projectIds }) },
    orderBy: filters.orderBy,
    groupBy: filters.groupBy === '' ? null : GROUPING_OF[filters.groupBy],
    layout: layoutOf(filters, place),
  } as const;
};

const pathOf = ({ projectId, isBoard, isCalendar = false }: ViewPlace): string => {
  if (isCalendar) return '/calendar';
  if (projectId === undefined) return isBoard ? '/board' : '/tasks';
  return isBoard ? `/projects/${projectId}` : `/projects/${projectId}/list`;
};

const placeOf = ({ projectId, layout }: SavedViewFragment): ViewPlace => ({
  projectId: layout === 'CALENDAR' ? undefined : (projectId ?? undefined),
  isBoard: layout === 'BOARD',
  isCalendar: layout === 'CALENDAR',
});

/** Where a saved view is seen. */
export const addressOf = (view: SavedViewFragment): string =>
  `${pathOf(placeOf(view))}?${writeFilters(new URLSearchParams({ [SAVED_PARAM]: view.id }), filtersOf(view)).toString()}`;

const keyAt = (place: ViewPlace, filters: TaskFilters): string => {
  // Of a project's page the project is no filter, and of a board or the calendar order, groups and cards are none of one's choice.
  const { orderBy, groupBy, view } = NO_FILTERS;
  return `${pathOf(place)}?${filterKey({
    ...filters,
    ...(place.projectId !== undefined && { projectIds: [] }),
    ...((place.isBoard || place.isCalendar) && { orderBy, groupBy, view }),
  })}`;
};

/** Does the page show something else than the view says? */
export const isChanged = (view: SavedViewFragment, place: ViewPlace, filters: TaskFilters): boolean =>
  keyAt(placeOf(view), readFilters(writeFilters(new URLSearchParams(), filtersOf(view)))) !== keyAt(place, filters);

/** Which of the views that everybody has the page shows. */
export const builtInAt = (place: ViewPlace, filters: TaskFilters): keyof typeof BUILT_IN | undefined =>
  (Object.keys(BUILT_IN) as (keyof typeof BUILT_IN)[]).find((name) => {
    const [, search = ''] = BUILT_IN[name].split('?');
    return keyAt({ isBoard: false }, readFilters(new URLSearchParams(search))) === keyAt(place, filters);
  });
