// The names of the filters in the addresses of lists, boards and calendars. Separate from the code that parses them,
// which a board without filters does not load.
import type { TaskFilters } from './taskFilters';

/** Several values are repeated: `status=TODO&status=DONE`. */
export const FILTER_PARAMS = {
  search: 'q',
  statuses: 'status',
  columnIds: 'column',
  priorities: 'priority',
  projectIds: 'project',
  assignees: 'assignee',
  tags: 'tag',
  dues: 'due',
  dueFrom: 'from',
  dueTo: 'to',
  level: 'level',
  blocked: 'blocked',
  doneDays: 'done',
  orderBy: 'sort',
  groupBy: 'group',
  view: 'view',
} as const satisfies Record<keyof TaskFilters, string>;
/** Replaces `due=OVERDUE` of older addresses. */
export const OVERDUE_PARAM = 'overdue';

/** How a list is displayed; does not apply to boards. */
const DISPLAY_OPTIONS = ['orderBy', 'groupBy', 'view'] as const satisfies readonly (keyof TaskFilters)[];
/** A filter that restricts the visible tasks. */
export type FilterCondition = Exclude<keyof TaskFilters, (typeof DISPLAY_OPTIONS)[number]>;

const isDisplayOption = (name: string): boolean => DISPLAY_OPTIONS.some((each) => each === name);

/** The filters that restrict the tasks of a list, board or calendar: all except the display options. */
export const CONDITION_NAMES = Object.keys(FILTER_PARAMS).filter(
  (name) => !isDisplayOption(name),
) as readonly FilterCondition[];

/** The name of each filter in the address. */
export const CONDITION_PARAMS: readonly string[] = [
  ...CONDITION_NAMES.map((name) => FILTER_PARAMS[name]),
  OVERDUE_PARAM,
];
