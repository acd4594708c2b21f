import * as v from 'valibot';
import { TASK_STATUSES } from '../../contract/enums.js';
import { CHECKLIST } from '../../contract/limits.js';
import { completeRepeat, type GivenRepeat, repeatSchema } from '../../contract/repeat.js';
import { badRequest } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import { relate as relateOne, unrelate as unrelateOne } from '../relations/relation.service.js';
import { applyRepeatChange, datesOfNext, nextOccurrence } from '../repeats/repeat.service.js';
import type { Context } from '../request/context.js';
import { limitCreates } from '../request/rates.js';
import { readTask, type TaskRow } from '../tasks/task.reads.js';
import { type FurtherChanges, updateTask as updateOne } from '../tasks/task.service.js';
import { requireParent } from '../tasks/taskTree.js';
import { unwatchTask, watchTask } from '../watching/watch.service.js';
import { clip, describe, DESCRIPTION_MAX, inputObject, optional, taskField, versionField } from './fields.js';
import { TASK_LINKS, toRelation } from './links.js';
import { findTask } from './names.js';
import { type PartChanges, partFields, preparePartChanges } from './partChanges.js';
import { readRepeat, repeatField } from './repeats.js';
import { answerTask, oneTaskSchema, taskEntries, withIds } from './taskFields.js';
import { tool } from './tool.js';
import { keyField, createWriteContext } from './write.js';

/** The fields of an update that are not fields of the task row, with ids instead of names. */
interface Further {
  parentId?: string | null;
  repeat?: GivenRepeat | null;
  skip?: true;
  relate?: ReturnType<typeof toRelation>;
  unrelateId?: string;
  /** Changes of the checklist, the files and the cover. Items and files are given by name or id. */
  parts?: PartChanges;
}

const toFurtherChanges = (ctx: Context, input: Further): FurtherChanges => {
  const { parentId, repeat: given, skip, relate, unrelateId, parts } = input;
  const changeParts = parts && preparePartChanges(parts);
  let wasRepeating = false;
  return {
    input,
    fields: async (tx, task) => {
      wasRepeating = task.repeat !== null;
      if (parentId !== undefined) await requireParent(tx, task.projectId, task.id, parentId);
      return {
        ...(skip && (await datesOfNext(tx, task, 'skip'))),
        ...(parentId !== undefined && { parentId }),
        ...(given !== undefined && { repeat: given && completeRepeat(given) }),
      };
    },
    run: async (tx, task) => {
      const { id, projectId } = task;
      if (skip) task.occurrence = nextOccurrence(task);
      if (given !== undefined) await applyRepeatChange(tx, task, given, { field: 'repeat.rule', wasRepeating });
      if (relate) await relateOne(tx, { projectId, ...relate });
      if (unrelateId !== undefined) await unrelateOne(tx, projectId, [id, unrelateId]);
      await changeParts?.(tx, task);
      if (parts?.addItems && parts.addItems.length > 1) await limitCreates(ctx, CHECKLIST.bulkPoints - 1);
    },
  };
};

/** The characters at the end of a cut text. A new text that contains them was written from the cut text. */
const TRUNCATED_END = 40;

/** Throws BAD_REQUEST for a description that was written from a cut one: the rest of the text would be lost. */
function refuseTruncated({ description: now }: TaskRow, description: string | undefined): void {
  const read = clip(now, DESCRIPTION_MAX);
  if (read === now || !description?.includes(read.slice(-TRUNCATED_END))) return;
  throw badRequest(
    'The description was cut when you read it. Read the rest with get_task and descriptionFrom, then send the whole text.',
  );
}

/** Finds the other task of a relation. Throws BAD_REQUEST if it belongs to another project. */
async function findRelatedTask(ctx: Context, task: TaskRow, text: string): Promise<string> {
  const other = await findTask(ctx, text);
  if (other.projectId !== task.projectId) throw badRequest('Only tasks of the same project can be related');
  return other.id;
}

const relateField = inputObject({
  kind: describe(v.picklist(TASK_LINKS), 'What this task is to the other one.'),
  task: taskField,
});

export const updateTask = tool({
  name: 'update_task',
  title: 'Update a task',
  description:
    'Changes the given fields of a task, its checklist and its files, all or none. The versions say on which state the change is based: if someone has changed the same field since, nothing is changed and the answer is CONFLICT with the task as it is now.',
  use: 'write',
  input: inputObject({
    task: taskField,
    version: describe(versionField, 'The version that you have read.'),
    ...taskEntries,
    title: v.optional(taskEntries.title),
    status: optional(
      v.picklist(TASK_STATUSES),
      'Moves it to the first column of this status. If a task that repeats is done, the next one is created.',
    ),
    repeat: optional(
      v.nullable(repeatField),
      'Makes it repeat; without a due day, it becomes due on the first day of the rule. Null ends the series.',
    ),
    skip: optional(v.literal(true), 'Moves a task that repeats to its next day, without completing it.'),
    parent: optional(v.nullable(taskField), 'Makes it a subtask of this task of its project; null for the top level.'),
    relate: optional(relateField, 'Relates it to another task of its project.'),
    unrelate: optional(taskField, 'Removes its relations to this task.'),
    ...partFields,
    watch: optional(
      v.boolean(),
      'Whether you hear of its comments and statuses; false mutes it. It is no change of the task, so undo leaves it.',
    ),
    idempotencyKey: keyField,
  }),
  output: oneTaskSchema,
  run: async (ctx, input) => {
    const { task: asked, version, watch, idempotencyKey, ...changes } = input;
    const { assignee, start, due, repeat, skip, parent, relate, unrelate, ...others } = changes;
    const { addItems, items, files, cover, ...fields } = others;
    if (skip && (start !== undefined || due !== undefined || repeat !== undefined)) {
      throw badRequest('skip moves the dates: give it without start, due and repeat');
    }
    if (relate && unrelate !== undefined) throw badRequest('Give either relate or unrelate');
    const parts: PartChanges = { addItems, items, files, cover };
    const hasParts = Object.values(parts).some((value) => value !== undefined);
    const row = await findTask(ctx, asked);
    const { id, projectId } = row;
    refuseTruncated(row, fields.description);
    const write = createWriteContext(ctx, idempotencyKey);
    let task = row;
    const isChange = Object.values(changes).some((value) => value !== undefined);
    if (isChange || watch === undefined) {
      const further: Further = {
        ...(parent !== undefined && { parentId: parent === null ? null : (await findTask(ctx, parent)).id }),
        ...(repeat !== undefined && { repeat: repeat && parse(repeatSchema, await readRepeat(ctx, repeat)) }),
        ...(skip && { skip }),
        ...(relate && { relate: toRelation(relate.kind, id, await findRelatedTask(ctx, row, relate.task)) }),
        ...(unrelate !== undefined && { unrelateId: await findRelatedTask(ctx, row, unrelate) }),
        ...(hasParts && { parts }),
      };
      if (relate) await limitCreates(ctx);
      // A repeat, which is answered from its receipt, costs one point.
      if (addItems) await limitCreates(ctx);
      const given = { ...fields, ...(await withIds(ctx, projectId, { assignee, start, due })), version };
      const changed = await updateOne(write, id, given, toFurtherChanges(ctx, further));
      task = changed.task;
    }
    if (watch !== undefined) {
      // Watching is idempotent, and an idempotency key can be used for only one write.
      await (watch ? watchTask : unwatchTask)(createWriteContext(ctx), id);
      task = await readTask(ctx, id);
    }
    return answerTask(ctx, write, task, 'Updated');
  },
});
