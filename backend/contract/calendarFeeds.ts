import * as v from 'valibot';
import { CALENDAR_FEED_KINDS } from './enums.js';
import { CALENDAR_FEEDS } from './limits.js';
import { requiredText } from './text.js';
import { viewFilterSchema } from './views.js';

/** A feed of the tasks with a due date that match the filter; without one, of all tasks. */
export const createCalendarFeedSchema = v.object({
  name: requiredText('Name', CALENDAR_FEEDS.nameMax),
  filter: v.nullish(viewFilterSchema),
  as: v.picklist(CALENDAR_FEED_KINDS, 'as must be EVENTS or TODOS'),
});
