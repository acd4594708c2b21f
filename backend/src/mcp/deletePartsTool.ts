import { badRequest } from '../platform/lib/errors.js';
import { runOnTask } from '../tasks/task.service.js';
import { inputObject, taskField } from './fields.js';
import { findTask } from './names.js';
import { deletedFields, deleteParts as deleteAll } from './partChanges.js';
import { answerTask, oneTaskSchema } from './taskFields.js';
import { tool } from './tool.js';
import { keyField, createWriteContext } from './write.js';

export const deleteParts = tool({
  name: 'delete_parts',
  title: 'Delete parts of a task',
  description:
    'Deletes items of the checklist and files of a task, all or none. undo brings them back. To remove a relation, a parent or a cover, use update_task.',
  use: 'destructive',
  input: inputObject({ task: taskField, ...deletedFields, idempotencyKey: keyField }),
  output: oneTaskSchema,
  run: async (ctx, { task: asked, items = [], files = [], idempotencyKey }) => {
    const count = items.length + files.length;
    if (count === 0) throw badRequest('Give items or files');
    const { id } = await findTask(ctx, asked);
    const write = createWriteContext(ctx, idempotencyKey);
    const { task } = await runOnTask(write, id, 'deleteParts', { items, files }, (tx, locked) =>
      deleteAll(tx, locked, { items, files }),
    );
    return answerTask(ctx, write, task, `Deleted ${count} ${count === 1 ? 'part' : 'parts'} of`);
  },
});
