import { sql } from 'kysely';
import { setCoverSchema } from '../../contract/attachments.js';
import { notFound } from '../platform/lib/errors.js';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';
import type { Task } from '../tasks/task.entity.js';
import { runOnTask } from '../tasks/task.service.js';
import type { TaskWrittenType } from '../tasks/task.types.js';
import type { Tx } from '../write/command.js';
import { Attachment } from './attachment.entity.js';

/** Sets the cover of a task of a locked project, or removes it. Throws NOT_FOUND if the file is not attached to the task. */
export async function applyCover({ em }: Tx, task: Task, attachmentId: string | null): Promise<void> {
  const files = await em.find(Attachment, { taskId: task.id, projectId: task.projectId, deletedAt: null });
  if (attachmentId !== null && !files.some((file) => file.id === attachmentId)) throw notFound('Attachment');
  for (const file of files) file.isCover = file.id === attachmentId;
  if (attachmentId === null) return;
  // A deleted cover must not return beside the new one.
  await sql`
    update attachment set is_cover = false
    where task_id = ${task.id} and deleted_at is not null and is_cover`.execute(em.getKysely());
}

/** Sets the file that a task's card shows, or removes it. Throws NOT_FOUND if the file is not attached to the task. */
export async function setCover(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  const input = parse(setCoverSchema, raw);
  return runOnTask(ctx, id, 'setCover', input, (tx, task) => applyCover(tx, task, input.attachmentId));
}
