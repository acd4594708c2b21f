import * as v from 'valibot';
import { TASK_PRIORITIES, TASK_STATUSES, TaskOrder } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { addComment } from '../comments/comment.service.js';
import { createTasks as createMany } from '../comments/createTasks.service.js';
import { badRequest } from '../platform/lib/errors.js';
import type { ChangeSetName, Context } from '../request/context.js';
import { moveTaskToProject } from '../tasks/moveToProject.service.js';
import { readTask, type TaskRow } from '../tasks/task.reads.js';
import { listTasks, moveTask as moveOne, updateTask as updateOne } from '../tasks/task.service.js';
import { undo as undoActs } from '../undo/undo.service.js';
import { dayField, describe, maybe, nameField, taskField } from './fields.js';
import { findColumn, findPerson, findProject, findTask, requireDay } from './names.js';
import { presentOne, presentTasks, taskSchema } from './present.js';
import { tool } from './tool.js';

/** Tasks that one call creates. */
const NEW_TASKS = 25;

const undoId = describe(v.string(), 'Pass it to undo to take this back.');
const keyField = maybe(
  v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.mutationIdMax)),
  'Any unique text. A call with the same text is done only once.',
);

/** Names change sets as `undo` takes them: `project=revision`, with spaces between. */
const nameActs = (acts: readonly ChangeSetName[]): string =>
  acts.map(({ projectId, revision }) => `${projectId}=${revision}`).join(' ');

/** The context of a write, which collects its change sets. */
const writing = (ctx: Context, idempotencyKey?: string): Context => ({ ...ctx, idempotencyKey, changeSets: [] });

const taskEntries = {
  title: describe(v.pipe(v.string(), v.maxLength(LIMITS.taskTitleMax)), 'Up to 200 characters.'),
  description: maybe(v.pipe(v.string(), v.maxLength(LIMITS.taskTextMax)), 'Markdown.'),
  priority: maybe(v.picklist(TASK_PRIORITIES), 'MEDIUM by default for a new task.'),
  assignee: maybe(v.nullable(nameField), 'The name or username of a member, or "me"; null for no one.'),
  due: maybe(v.nullable(dayField), 'A day like 2026-12-01, or words like tomorrow or next friday; null for none.'),
  tags: maybe(v.pipe(v.array(v.string()), v.maxLength(LIMITS.tagsMax)), 'All tags of the task.'),
};

interface NamedFields {
  assignee?: string | null | undefined;
  due?: string | null | undefined;
}

/** Replaces the name of a person and the words of a day, as far as they are given. */
async function withIds(ctx: Context, projectId: string, { assignee, due }: NamedFields) {
  return {
    ...(assignee !== undefined && {
      assigneeId: assignee === null ? null : await findPerson(ctx, assignee, projectId),
    }),
    ...(due !== undefined && { dueDay: due === null ? null : await requireDay(ctx, 'due', due) }),
  };
}

export const createTasks = tool({
  name: 'create_tasks',
  title: 'Create tasks',
  description: 'Creates up to 25 tasks in a project, all or none. They can be taken back together by undo.',
  use: 'write',
  input: v.object({
    project: describe(nameField, 'The key or the name of a project.'),
    tasks: v.pipe(
      v.array(
        v.object({
          ...taskEntries,
          column: maybe(nameField, 'The name of a column; the first one by default.'),
          parent: maybe(taskField, 'The key or id of a task of the project, below which it is created.'),
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
    const write = writing(ctx, idempotencyKey);
    const rows = [];
    for (const { title, description, priority, assignee, due, tags, column, parent } of tasks) {
      rows.push({
        title,
        priority: priority ?? 'MEDIUM',
        ...(description !== undefined && { description }),
        ...(tags !== undefined && { tags }),
        ...(column !== undefined && { columnId: (await findColumn(ctx, projectId, column)).id }),
        ...(parent !== undefined && { parentId: (await findTask(ctx, parent)).id }),
        ...(await withIds(ctx, projectId, { assignee, due })),
      });
    }
    const made = await createMany(write, { projectId, tasks: rows });
    const answers = await presentTasks(ctx, made.tasks);
    return {
      answer: { tasks: answers, undoId: nameActs(write.changeSets) },
      text: `Created ${answers.map(({ key, id }) => key ?? id).join(', ')}`,
    };
  },
});

const oneTask = v.object({ task: taskSchema, undoId });

const answerTask = async (ctx: Context, write: Context, task: unknown, what: string) => {
  const answer = await presentOne(ctx, task as TaskRow);
  return {
    answer: { task: answer, undoId: nameActs(write.changeSets) },
    text: `${what} ${answer.key ?? answer.id}, now version ${answer.version}`,
  };
};

export const updateTask = tool({
  name: 'update_task',
  title: 'Update a task',
  description:
    'Changes the given fields of a task. The version says on which state the change is based: if someone has changed the same field since, nothing is changed and the answer is CONFLICT with the task as it is now.',
  use: 'write',
  input: v.object({
    task: taskField,
    version: describe(v.pipe(v.number(), v.integer(), v.minValue(0)), 'The version that you have read.'),
    ...taskEntries,
    title: v.optional(taskEntries.title),
    status: maybe(v.picklist(TASK_STATUSES), 'Moves it to the first column of this status.'),
    idempotencyKey: keyField,
  }),
  output: oneTask,
  run: async (ctx, { task, version, assignee, due, idempotencyKey, ...fields }) => {
    const { id, projectId } = await findTask(ctx, task);
    const write = writing(ctx, idempotencyKey);
    const named = await withIds(ctx, projectId, { assignee, due });
    const given = Object.fromEntries(
      Object.entries({ ...fields, ...named }).filter(([, value]) => value !== undefined),
    );
    const changed = await updateOne(write, id, { ...given, version });
    return answerTask(ctx, write, changed.task, 'Updated');
  },
});

export const moveTask = tool({
  name: 'move_task',
  title: 'Move a task',
  description: 'Moves a task to a column of its project, to its top or bottom, or to another project.',
  use: 'write',
  input: v.object({
    task: taskField,
    column: maybe(nameField, 'The name of a column of its project.'),
    position: maybe(v.picklist(['top', 'bottom']), 'In the column; bottom by default.'),
    project: maybe(nameField, 'The key or the name of another project.'),
    idempotencyKey: keyField,
  }),
  output: oneTask,
  run: async (ctx, { task, column, position, project, idempotencyKey }) => {
    if ((column === undefined) === (project === undefined)) throw badRequest('Give either a column or a project');
    const { id, projectId } = await findTask(ctx, task);
    const write = writing(ctx, idempotencyKey);
    if (project !== undefined) {
      const target = await findProject(ctx, project);
      const moved = await moveTaskToProject(write, id, { projectId: target.id });
      return answerTask(ctx, write, moved.task, 'Moved');
    }
    const { id: columnId } = await findColumn(ctx, projectId, column ?? '');
    const filter = { projectId, columnIds: [columnId] };
    const [first] =
      position === 'top' ? (await listTasks(ctx, { filter, orderBy: TaskOrder.RANK_ASC, first: 1 })).rows : [];
    const beforeId = first && first.id !== id ? { beforeId: first.id } : {};
    const moved = await moveOne(write, id, { columnId, ...beforeId });
    return answerTask(ctx, write, moved.task, 'Moved');
  },
});

export const comment = tool({
  name: 'comment',
  title: 'Comment on a task',
  description: 'Adds a comment to a task. @username notifies a member.',
  use: 'write',
  input: v.object({
    task: taskField,
    text: describe(v.pipe(v.string(), v.minLength(1), v.maxLength(LIMITS.commentMax)), 'Markdown.'),
    idempotencyKey: keyField,
  }),
  output: v.object({ task: v.string(), commentId: v.string(), undoId }),
  run: async (ctx, { task, text, idempotencyKey }) => {
    const row = await findTask(ctx, task);
    const write = writing(ctx, idempotencyKey);
    const { comment: made } = await addComment(write, row.id, { text });
    const { key, id } = await presentOne(ctx, await readTask(ctx, row.id));
    return {
      answer: { task: key ?? id, commentId: made.id, undoId: nameActs(write.changeSets) },
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
  input: v.object({ undoId: describe(v.pipe(v.string(), v.maxLength(2_000)), 'The undoId of an answer.') }),
  output: v.object({ undoId }),
  run: async (ctx, { undoId: text }) => {
    const acts = text
      .trim()
      .split(/\s+/)
      .map((part) => {
        const [, projectId = '', revision] = ACT.exec(part) ?? [];
        if (revision === undefined) throw badRequest('undoId must be the undoId of an answer');
        return { projectId, revision: Number(revision) };
      });
    const write = writing(ctx);
    await undoActs(write, { acts });
    return { answer: { undoId: nameActs(write.changeSets) }, text: 'Undone' };
  },
});
