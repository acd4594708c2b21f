import * as v from 'valibot';
import { renameAttachmentSchema } from '../../contract/attachments.js';
import { addChecklistItemsSchema, updateChecklistItemSchema } from '../../contract/checklist.js';
import { ATTACHMENTS, CHECKLIST } from '../../contract/limits.js';
import { Attachment } from '../attachments/attachment.entity.js';
import { applyRename } from '../attachments/attachment.service.js';
import { applyCover } from '../attachments/cover.service.js';
import { createItems, patchItem } from '../checklist/checklist.service.js';
import { ChecklistItem } from '../checklist/checklistItem.entity.js';
import { softDelete } from '../platform/database/softDelete.js';
import { parse } from '../platform/lib/parse.js';
import type { Task } from '../tasks/task.entity.js';
import type { Tx } from '../write/command.js';
import { describe, inputObject, optional, versionField } from './fields.js';
import { fileField } from './files.js';
import { choosePart } from './names.js';

/* Changes of a task's checklist and files. Names are resolved within the command. A repeated call is therefore
   recognized even if a part was renamed or deleted in the meantime. */

const itemText = v.pipe(v.string(), v.minLength(1), v.maxLength(CHECKLIST.textMax));
const itemField = describe(itemText, 'The text of an item of its checklist; its id if several have the same text.');

/** The changes of parts, as fields of a tool. */
export const partFields = {
  addItems: optional(v.pipe(v.array(itemText), v.maxLength(CHECKLIST.max)), 'New items at the end of its checklist.'),
  items: optional(
    v.pipe(
      v.array(
        inputObject({
          item: itemField,
          version: describe(versionField, 'The version of the item that you have read.'),
          text: optional(itemText, 'Its new text.'),
          done: optional(v.boolean(), 'Ticks it, or unticks it.'),
        }),
      ),
      v.maxLength(CHECKLIST.max),
    ),
    'Items of its checklist to change. delete_parts deletes them.',
  ),
  files: optional(
    v.pipe(
      v.array(
        inputObject({
          file: fileField,
          version: describe(versionField, 'The version of the file that you have read.'),
          name: describe(v.pipe(v.string(), v.minLength(1), v.maxLength(ATTACHMENTS.nameMax)), 'Its new name.'),
        }),
      ),
      v.maxLength(ATTACHMENTS.perTask),
    ),
    'Files to rename. attach_file adds them, delete_parts deletes them.',
  ),
  cover: optional(v.nullable(fileField), 'The file that is shown on its card; null for none.'),
};
const changesSchema = v.object(partFields);
export type PartChanges = v.InferOutput<typeof changesSchema>;

/** The rules of the contract for these changes. */
const rules = v.object({
  addItems: v.exactOptional(addChecklistItemsSchema.entries.items),
  items: v.exactOptional(v.array(updateChecklistItemSchema)),
  files: v.exactOptional(v.array(renameAttachmentSchema)),
});

const findItems = ({ em }: Tx, { id: taskId, projectId }: Task): Promise<ChecklistItem[]> =>
  em.find(ChecklistItem, { taskId, projectId, deletedAt: null }, { orderBy: { rank: 'asc', id: 'asc' } });
const findFiles = ({ em }: Tx, { id: taskId, projectId }: Task): Promise<Attachment[]> =>
  em.find(Attachment, { taskId, projectId, deletedAt: null }, { orderBy: { createdAt: 'asc', id: 'asc' } });

const chooseItem = (items: readonly ChecklistItem[], asked: string, isWhole = false): ChecklistItem =>
  choosePart('checklist item', asked, items, ({ text }) => text, isWhole);
const chooseFile = (files: readonly Attachment[], asked: string, isWhole = false): Attachment =>
  choosePart('file', asked, files, ({ name }) => name, isWhole);

/**
 * Returns the work that changes parts of a task in the command that changes the task. Throws VALIDATION_FAILED if an input
 * breaks a rule.
 */
export function preparePartChanges(changes: PartChanges): (tx: Tx, task: Task) => Promise<void> {
  const { addItems, items, files, cover } = changes;
  const {
    addItems: newItems = [],
    items: patches = [],
    files: names = [],
  } = parse(rules, { items, files, addItems: addItems?.map((text) => ({ text })) });
  return async (tx, task) => {
    const { id: taskId, projectId } = task;
    if (items) {
      const all = await findItems(tx, task);
      // Finds all items before it renames the first one, because items are found by their texts.
      const chosen = items.map(({ item }) => chooseItem(all, item));
      for (const [at, item] of chosen.entries()) await patchItem(tx, item, patches[at] ?? {});
    }
    if (files || cover != null) {
      const all = await findFiles(tx, task);
      const chosen = files?.map(({ file }) => chooseFile(all, file)) ?? [];
      const shown = cover == null ? null : chooseFile(all, cover);
      for (const [at, name] of names.entries()) await applyRename(tx, chosen[at] as Attachment, name);
      if (shown) await applyCover(tx, task, shown.id);
    }
    if (cover === null) await applyCover(tx, task, null);
    if (newItems.length > 0) await createItems(tx, { taskId, projectId }, newItems, 'addItems');
  };
}

/** The parts that a tool deletes. */
export const deletedFields = {
  items: optional(
    v.pipe(v.array(itemField), v.maxLength(CHECKLIST.max)),
    'Items of its checklist by their whole texts or ids.',
  ),
  files: optional(v.pipe(v.array(fileField), v.maxLength(ATTACHMENTS.perTask)), 'Files by their whole names or ids.'),
};
const deletedSchema = v.object(deletedFields);

/** Deletes parts of a task of a locked project. */
export async function deleteParts(
  tx: Tx,
  task: Task,
  { items = [], files = [] }: v.InferOutput<typeof deletedSchema>,
): Promise<void> {
  const [itemsOfTask, filesOfTask] = [await findItems(tx, task), await findFiles(tx, task)];
  const chosen = [
    ...items.map((asked) => chooseItem(itemsOfTask, asked, true)),
    ...files.map((asked) => chooseFile(filesOfTask, asked, true)),
  ];
  for (const part of chosen) softDelete(part, tx.viewer.userId, tx.revisionOf(task.projectId), tx.now);
}
