import * as v from 'valibot';
import { TASK_PRIORITIES } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import type { Context } from '../request/context.js';
import type { TaskRow } from '../tasks/task.reads.js';
import { dayField, describe, nameField, optional } from './fields.js';
import { findPerson, requireDay } from './names.js';
import { presentOne, taskSchema } from './present.js';
import { formatChangeSets, undoId } from './write.js';

/** The fields of a task that tools set. */
export const taskEntries = {
  title: describe(v.pipe(v.string(), v.maxLength(LIMITS.taskTitleMax)), 'Up to 200 characters.'),
  description: optional(v.pipe(v.string(), v.maxLength(LIMITS.taskTextMax)), 'Markdown.'),
  priority: optional(v.picklist(TASK_PRIORITIES), 'MEDIUM by default for a new task.'),
  assignee: optional(v.nullable(nameField), 'The name or username of a member, or "me"; null for no one.'),
  start: optional(v.nullable(dayField), 'The day on which it starts, at the latest its due day; null for none.'),
  due: optional(v.nullable(dayField), 'A day like 2026-12-01, or words like tomorrow or next friday; null for none.'),
  tags: optional(v.pipe(v.array(v.string()), v.maxLength(LIMITS.tagsMax)), 'All tags of the task.'),
};

interface NamedFields {
  assignee?: string | null | undefined;
  start?: string | null | undefined;
  due?: string | null | undefined;
}

/** Replaces names of people by ids and words by days, if they are given. */
export async function withIds(ctx: Context, projectId: string, { assignee, start, due }: NamedFields) {
  const readDay = async (field: string, day: string | null) => (day === null ? null : requireDay(ctx, field, day));
  return {
    ...(assignee !== undefined && {
      assigneeId: assignee === null ? null : await findPerson(ctx, assignee, projectId),
    }),
    ...(start !== undefined && { startDate: await readDay('start', start) }),
    ...(due !== undefined && { dueDay: await readDay('due', due) }),
  };
}

/** The answer of a tool that changes one task. */
export const oneTaskSchema = v.object({ task: taskSchema, undoId });

export const answerTask = async (ctx: Context, write: Context, task: TaskRow, what: string) => {
  const answer = await presentOne(ctx, task);
  return {
    answer: { task: answer, undoId: formatChangeSets(write.changeSets) },
    text: `${what} ${answer.key ?? answer.id}, now version ${answer.version}`,
  };
};
