import * as v from 'valibot';
import { TASK_GROUPINGS, TASK_ORDERS, TaskOrder, VIEW_LAYOUTS, ViewLayout } from './enums.js';
import { VIEWS } from './limits.js';
import { taskFilterSchema } from './tasks.js';
import { idField, requiredText } from './text.js';
import { someOf } from './write.js';

/**
 * What a saved view can be narrowed down by: of the filter of lists what the app shows and lets one change. Whose days are
 * meant is said by whoever opens it; of `assigneeIds` "me" is them.
 */
export const VIEW_FILTERS = [
  'statuses',
  'priorities',
  'projectIds',
  'assigneeIds',
  'search',
  'tags',
  'dues',
  'dueFrom',
  'dueTo',
  'completedWithinDays',
] as const;

/** The filter of a saved view, field by field as lists of tasks take it. */
export const viewFilterSchema = v.pick(taskFilterSchema, VIEW_FILTERS);
export type ViewFilter = v.InferOutput<typeof viewFilterSchema>;

const groupBySchema = v.picklist(TASK_GROUPINGS, `groupBy must be one of ${TASK_GROUPINGS.join(', ')}`);

/** What one chooses of a view. Null for no groups. */
const viewEntries = {
  name: requiredText('Name', VIEWS.nameMax),
  filter: viewFilterSchema,
  orderBy: v.picklist(TASK_ORDERS, `orderBy must be one of ${TASK_ORDERS.join(', ')}`),
  groupBy: v.nullable(groupBySchema),
  layout: v.picklist(VIEW_LAYOUTS, `Layout must be one of ${VIEW_LAYOUTS.join(', ')}`),
};

/** Input of a new view: of one project or, without one, of all one's tasks. */
export const saveViewSchema = v.object({
  name: viewEntries.name,
  projectId: v.nullish(idField('Project must be an id'), null),
  filter: v.nullish(viewFilterSchema, {}),
  orderBy: v.nullish(viewEntries.orderBy, TaskOrder.CREATED_DESC),
  groupBy: v.nullish(groupBySchema, null),
  layout: v.nullish(viewEntries.layout, ViewLayout.LIST),
});
export type SaveViewInput = v.InferOutput<typeof saveViewSchema>;

/** Input of a change to a view: only the fields to change; a filter takes the place of the former as a whole. */
export const updateViewSchema = v.object(someOf(viewEntries));
