import * as v from 'valibot';
import { TASK_STATUSES } from './enums.js';
import { COLUMNS } from './limits.js';
import { colorField } from './projects.js';
import { idField, requiredText } from './text.js';
import { optionalFields, versionField } from './write.js';

const LIMIT = `Limit must be a whole number from 1 to ${COLUMNS.limitMax.toLocaleString('en')}`;

const nameField = requiredText('Name', COLUMNS.nameMax);
const limitField = v.pipe(v.number(LIMIT), v.integer(LIMIT), v.minValue(1, LIMIT), v.maxValue(COLUMNS.limitMax, LIMIT));
const hiddenField = v.boolean('Hidden must be true or false');

const neighborField = v.nullish(idField('A neighbor must be a column id'));

/** Without neighbors, a new column follows the last one of its status. */
export const createColumnSchema = v.object({
  name: nameField,
  status: v.picklist(TASK_STATUSES, 'Status must be TODO, IN_PROGRESS, IN_REVIEW or DONE'),
  color: v.nullish(colorField),
  limit: v.nullish(limitField),
  hidden: v.nullish(hiddenField),
  afterId: neighborField,
  beforeId: neighborField,
});

/** Only the fields to change. null removes the color or the limit. */
export const updateColumnSchema = v.object({
  ...optionalFields({
    name: nameField,
    color: v.nullable(colorField),
    limit: v.nullable(limitField),
    hidden: hiddenField,
  }),
  version: versionField,
});

/** The new neighbors; neither means the end of the board. */
export const moveColumnSchema = v.object({ afterId: neighborField, beforeId: neighborField });

export const deleteColumnSchema = v.object({
  moveTasksTo: idField('Choose the column that gets the tasks', 'moveTasksTo must be a column id'),
});
