import * as v from 'valibot';
import { CHECKLIST } from './limits.js';
import { idField, newIdField, requiredText } from './text.js';
import { optionalFields, versionField } from './write.js';

const textField = requiredText('Item', CHECKLIST.textMax);

export const addChecklistItemSchema = v.object({ id: newIdField, text: textField });

export const addChecklistItemsSchema = v.object({
  items: v.pipe(
    v.optional(v.array(addChecklistItemSchema, 'Items must be a list'), []),
    v.minLength(1, 'Name at least one item'),
    v.maxLength(CHECKLIST.max, `A checklist can have at most ${CHECKLIST.max} items`),
  ),
});

export const updateChecklistItemSchema = v.object({
  ...optionalFields({ text: textField, done: v.boolean('done must be true or false') }),
  version: versionField,
});

/** The id of the new task can be chosen. */
export const turnIntoTaskSchema = v.object({ id: newIdField });

const neighborField = v.nullish(idField('A neighbor must be the id of an item'));

/** Input of a move: the new neighbors; neither means the end of the list. */
export const moveChecklistItemSchema = v.object({ afterId: neighborField, beforeId: neighborField });
