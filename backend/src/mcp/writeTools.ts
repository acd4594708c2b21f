import * as v from 'valibot';
import { LIMITS } from '../../contract/limits.js';
import { addComment } from '../comments/comment.service.js';
import { createTasks as createMany } from '../comments/createTasks.service.js';
import { badRequest } from '../platform/lib/errors.js';
import { moveTaskToProject } from '../tasks/moveToProject.service.js';
import { readTask } from '../tasks/task.reads.js';
import { moveTask as moveOne, moveTaskToTop } from '../tasks/task.service.js';
import { undo as undoActs } from '../undo/undo.service.js';
import { describe, inputObject, nameField, optional, taskField } from './fields.js';
import { findColumn, findProject, findTask } from './names.js';
import { presentOne, presentTasks, taskSchema } from './present.js';
import { readRepeat, repeatField } from './repeats.js';
import { tool } from './tool.js';
import { answerTask, oneTaskSchema, taskEntries, withIds } from './taskFields.js';
import { createWriteContext, formatChangeSets, keyField, undoId } from './write.js';

/** Tasks that one call creates. */
const NEW_TASKS = 25;

export const createTasks = tool({
  name: 'create_tasks',
  title: 'Create tasks',
  description: 'Creates up to 25 tasks in a project, all or none. They can be taken back together by undo.',
  use: 'write',
  input: inputObject({
    project: describe(nameField, 'The key or the name of a project.'),
    tasks: v.pipe(
      v.array(
        inputObject({
          ...taskEntries,
          column: optional(nameField, 'The name of a column; the first one by default.'),
          repeat: optional(repeatField, 'Makes it repeat: when it is done, the next one is created.'),
          parent: optional(taskField, 'The key or id of a task of the project, below which it is created.'),
        }),
      ),
      v.minLength(1),
      v.maxLength(NEW_TASKS),
    ),
    idempotencyKey: keyField,
  }),
  output: v.object({ tasks: v.array(taskSchema), undoId }),
  run: async (ctx, { project, tasks, idempotencyKey }) => {
    const { id: projectId } = await findProject(ctx, project);
    const write = createWriteContext(ctx, idempotencyKey);
    const rows = [];
    for (const { title, description, priority, assignee, due, start, repeat, tags, column, parent } of tasks) {
      rows.push({
        title,
        priority: priority ?? 'MEDIUM',
        ...(description !== undefined && { description }),
        ...(tags !== undefined && { tags }),
        ...(column !== undefined && { columnId: (await findColumn(ctx, projectId, column)).id }),
        ...(parent !== undefined && { parentId: (await findTask(ctx, parent)).id }),
        ...(repeat !== undefined && { repeat: await readRepeat(ctx, repeat) }),
        ...(await withIds(ctx, projectId, { assignee, start, due })),
      });
    }
    const made = await createMany(write, { projectId, tasks: rows });
    const answers = await presentTasks(ctx, made.tasks);
    return {
      answer: { tasks: answers, undoId: formatChangeSets(write.changeSets) },
      text: `Created ${answers.map(({ key, id }) => key ?? id).join(', ')}`,
    };
  },
});

export const moveTask = tool({
  name: 'move_task',
  title: 'Move a task',
  description: 'Moves a task to a column of its project, to its top or bottom, or to another project.',
  use: 'write',
  input: inputObject({
    task: taskField,
    column: optional(nameField, 'The name of a column of its project.'),
    position: optional(v.picklist(['top', 'bottom']), 'In the column; bottom by default.'),
    project: optional(nameField, 'The key or the name of another project.'),
    idempotencyKey: keyField,
  }),
  output: oneTaskSchema,
  run: async (ctx, { task, column, position, project, idempotencyKey }) => {
    if ((column === undefined) === (project === undefined)) throw badRequest('Give either a column or a project');
    if (project !== undefined && position !== undefined) throw badRequest('position is for a column');
    const { id, projectId } = await findTask(ctx, task);
    const write = createWriteContext(ctx, idempotencyKey);
    if (project !== undefined) {
      const target = await findProject(ctx, project);
      const moved = await moveTaskToProject(write, id, { projectId: target.id });
      return answerTask(ctx, write, moved.task, 'Moved');
    }
    const { id: columnId } = await findColumn(ctx, projectId, column ?? '');
    const moved =
      position === 'top' ? await moveTaskToTop(write, id, columnId) : await moveOne(write, id, { columnId });
    return answerTask(ctx, write, moved.task, 'Moved');
  },
});

export const comment = tool({
  name: 'comment',
  title: 'Comment on a task',
  description: 'Adds a comment to a task. @username notifies a member.',
  use: 'write',
  input: inputObject({
    task: taskField,
    text: describe(v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.commentMax)), 'Markdown.'),
    idempotencyKey: keyField,
  }),
  output: v.object({ task: v.string(), commentId: v.string(), undoId }),
  run: async (ctx, { task, text, idempotencyKey }) => {
    const row = await findTask(ctx, task);
    const write = createWriteContext(ctx, idempotencyKey);
    const { comment: made } = await addComment(write, row.id, { text });
    const { key, id } = await presentOne(ctx, await readTask(ctx, row.id));
    return {
      answer: { task: key ?? id, commentId: made.id, undoId: formatChangeSets(write.changeSets) },
      text: `Commented on ${key ?? id}`,
    };
  },
});

const ACT = /^([0-9a-f-]{36})=(\d{1,10})$/i;

export const undo = tool({
  name: 'undo',
  title: 'Undo',
  description:
    'Takes back what a tool has done. It is refused if someone has changed the same since. The undo itself can be undone.',
  use: 'destructive',
  input: inputObject({
    undoId: describe(v.pipe(v.string(), v.maxLength(2_000)), 'The undoId of an answer.'),
    idempotencyKey: keyField,
  }),
  output: v.object({ undoId }),
  run: async (ctx, { undoId: text, idempotencyKey }) => {
    const acts = text
      .trim()
      .split(/\s+/)
      .map((part) => {
        const [, projectId = '', revision] = ACT.exec(part) ?? [];
        if (revision === undefined) throw badRequest('undoId must be the undoId of an answer');
        return { projectId, revision: Number(revision) };
      });
    const write = createWriteContext(ctx, idempotencyKey);
    await undoActs(write, { acts });
    return { answer: { undoId: formatChangeSets(write.changeSets) }, text: 'Undone' };
  },
});
