import { setParentSchema } from '../../contract/tasks.js';
import { TaskOrder } from '../../contract/enums.js';
import { sql } from 'kysely';
import type { Context } from '../request/context.js';
import { readNestedPage } from '../request/nestedPages.js';
import type { Page, PageArgs } from '../request/page.js';
import { parse } from '../platform/lib/parse.js';
import { ORDERS, type TaskRow, TASKS } from './task.reads.js';
import { runOnTask } from './task.service.js';
import type { TaskWrittenType } from './task.types.js';
import { requireParent } from './taskTree.js';

/** Makes a task a subtask of another task of its project, or a task of the top level. Its own subtasks stay below it. */
export async function setParent(ctx: Context, id: unknown, raw: unknown): Promise<TaskWrittenType> {
  const input = parse(setParentSchema, raw);
  const { parentId } = input;
  return runOnTask(ctx, id, 'setParent', input, async (tx, task) => {
    if (task.parentId === parentId) return;
    await requireParent(tx, task.projectId, task.id, parentId);
    task.parentId = parentId;
  });
}

/** Reads a page of a task's direct subtasks, as on the board. The caller must have checked access to the task. */
export const readSubtasks = (ctx: Context, task: TaskRow, args: PageArgs): Promise<Page<TaskRow>> =>
  readNestedPage<TaskRow>(
    ctx,
    {
      key: 'subtasks',
      query: {
        rows: TASKS,
        from: sql`task t`,
        where: sql`t.parent_id = parent.id and t.project_id = parent.project_id and t.deleted_at is null`,
        order: ORDERS[TaskOrder.RANK_ASC],
        longText: 'description',
      },
    },
    task,
    args,
  );
