import * as v from 'valibot';
import { TASK_GROUPINGS, TASK_ORDERS, TaskOrder, VIEW_LAYOUTS, ViewLayout } from './enums.js';
import { VIEWS } from './limits.js';
import { taskFilterSchema } from './tasks.js';
import { idField, requiredText } from './text.js';
import { optionalFields } from './write.js';

/**
 * The filters of a saved view: the list filters that the app can show and change. Days and "me" in `assigneeIds` refer
 * to the viewer who opens it.
 */
export const VIEW_FILTERS = [
  'statuses',
  'columnIds',
  'priorities',
  'projectIds',
  'assigneeIds',
  'search',
  'tags',
  'dues',
  'dueFrom',
  'dueTo',
  'dueDayFrom',
  'dueDayTo',
  'completedWithinDays',
  'parentId',
  'blocked',
] as const;

export const viewFilterSchema = v.pick(taskFilterSchema, VIEW_FILTERS);
export type ViewFilter = v.InferOutput<typeof viewFilterSchema>;

const groupBySchema = v.picklist(TASK_GROUPINGS, `groupBy must be one of ${TASK_GROUPINGS.join(', ')}`);

/** null `groupBy` means no groups. */
const viewEntries = {
  name: requiredText('Name', VIEWS.nameMax),
  filter: viewFilterSchema,
  orderBy: v.picklist(TASK_ORDERS, `orderBy must be one of ${TASK_ORDERS.join(', ')}`),
  groupBy: v.nullable(groupBySchema),
  layout: v.picklist(VIEW_LAYOUTS, `Layout must be one of ${VIEW_LAYOUTS.join(', ')}`),
};

/** A view of one project or, without `projectId`, of all tasks. */
export const saveViewSchema = v.object({
  name: viewEntries.name,
  projectId: v.nullish(idField('Project must be an id'), null),
  filter: v.nullish(viewFilterSchema, {}),
  orderBy: v.nullish(viewEntries.orderBy, TaskOrder.CREATED_DESC),
  groupBy: v.nullish(groupBySchema, null),
  layout: v.nullish(viewEntries.layout, ViewLayout.LIST),
});
export type SaveViewInput = v.InferOutput<typeof saveViewSchema>;

/** Only the fields to change; a new filter replaces the old one completely. */
export const updateViewSchema = v.object(optionalFields(viewEntries));
