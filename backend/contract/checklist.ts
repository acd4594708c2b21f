import * as v from 'valibot';
import { CHECKLIST } from './limits.js';
import { idField, newIdField, requiredText } from './text.js';
import { someOf, versionField } from './write.js';

/** What an item says. */
const textField = requiredText('Item', CHECKLIST.textMax);

/** Input of a new item. */
export const addChecklistItemSchema = v.object({ id: newIdField, text: textField });

/** Input of several new items, in their order. */
export const addChecklistItemsSchema = v.object({
  items: v.pipe(
    v.optional(v.array(addChecklistItemSchema, 'Items must be a list'), []),
    v.minLength(1, 'Name at least one item'),
    v.maxLength(CHECKLIST.max, `A checklist can have at most ${CHECKLIST.max} items`),
  ),
});

/** Input of a change to an item: only the fields to change, and the version they were made from. */
export const updateChecklistItemSchema = v.object({
  ...someOf({ text: textField, done: v.boolean('done must be true or false') }),
  version: versionField,
});

const neighbourField = v.nullish(idField('A neighbour must be the id of an item'));

/** Input of a move: the neighbours in the list; neither means its end. */
export const moveChecklistItemSchema = v.object({ afterId: neighbourField, beforeId: neighbourField });
