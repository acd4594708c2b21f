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

/** The page of a view: a list, a board, or the calendar. */
export interface ViewPlace {
  /** A page of one project. */
  projectId?: string | undefined;
  isBoard: boolean;
  isCalendar?: boolean | undefined;
  /** Saved as a view of the calendar, which has the same days; opened from the timeline, it stays one. */
  isTimeline?: boolean | undefined;
}

/** The parameter with the view that was opened; its filters are in the address, too. */
export const SAVED_PARAM = 'saved';

/** The content of a saved view. */
export const filtersOf = ({ filter, orderBy, groupBy, layout, projectId }: SavedViewFragment): TaskFilters => ({
  ...fromFilter(filter),
  // A project has no calendar of its own, so there it is a filter.
  ...(layout === 'CALENDAR' && projectId !== null && { projectIds: [projectId] }),
  orderBy,
  groupBy: (Object.keys(GROUPING_OF) as (keyof typeof GROUPING_OF)[]).find((by) => GROUPING_OF[by] === groupBy) ?? '',
  view: layout === 'GRID' ? 'grid' : 'list',
});

const layoutOf = ({ view }: TaskFilters, { isBoard, isCalendar = false, isTimeline = false }: ViewPlace) =>
  isCalendar || isTimeline ? 'CALENDAR' : isBoard ? 'BOARD' : view === 'grid' ? 'GRID' : 'LIST';

/** The part of a page's state that is saved. */
export const viewOf = (filters: TaskFilters, place: ViewPlace) => {
  const projectIds = place.projectId === undefined ? [...filters.projectIds] : [];
  return {
    filter: { ...toFilter({ ...filters, projectIds: [] }), ...(projectIds.length > 0 && { projectIds }) },
    orderBy: filters.orderBy,
    groupBy: filters.groupBy === '' ? null : GROUPING_OF[filters.groupBy],
    layout: layoutOf(filters, place),
  } as const;
};

const pathOf = ({ projectId, isBoard, isCalendar = false, isTimeline = false }: ViewPlace): string => {
  if (isTimeline) return '/timeline';
  if (isCalendar) return '/calendar';
  if (projectId === undefined) return isBoard ? '/board' : '/tasks';
  return isBoard ? `/projects/${projectId}` : `/projects/${projectId}/list`;
};

const placeOf = ({ projectId, layout }: SavedViewFragment, isTimeline = false): ViewPlace => ({
  isTimeline: isTimeline && layout === 'CALENDAR',
  projectId: layout === 'CALENDAR' ? undefined : (projectId ?? undefined),
  isBoard: layout === 'BOARD',
  isCalendar: layout === 'CALENDAR',
});

/** The address of a saved view; of one of the calendar, on the timeline if it is opened there. */
export const addressOf = (view: SavedViewFragment, { isTimeline }: Pick<ViewPlace, 'isTimeline'> = {}): string =>
  `${pathOf(placeOf(view, isTimeline))}?${writeFilters(new URLSearchParams({ [SAVED_PARAM]: view.id }), filtersOf(view)).toString()}`;

const keyAt = (place: ViewPlace, filters: TaskFilters): string => {
  // A project's page has no project filter, and a board or the calendar has no choice of order, groups and cards.
  const { orderBy, groupBy, view } = NO_FILTERS;
  return `${pathOf(place)}?${filterKey({
    ...filters,
    ...(place.projectId !== undefined && { projectIds: [] }),
    ...((place.isBoard || place.isCalendar || place.isTimeline) && { orderBy, groupBy, view }),
  })}`;
};

/** Whether the page differs from the view. */
export const isChanged = (view: SavedViewFragment, place: ViewPlace, filters: TaskFilters): boolean =>
  keyAt(placeOf(view, place.isTimeline), readFilters(writeFilters(new URLSearchParams(), filtersOf(view)))) !==
  keyAt(place, filters);

/** Returns the default view that the page shows. */
export const builtInAt = (place: ViewPlace, filters: TaskFilters): keyof typeof BUILT_IN | undefined =>
  (Object.keys(BUILT_IN) as (keyof typeof BUILT_IN)[]).find((name) => {
    const [, search = ''] = BUILT_IN[name].split('?');
    return keyAt({ isBoard: false }, readFilters(new URLSearchParams(search))) === keyAt(place, filters);
  });
