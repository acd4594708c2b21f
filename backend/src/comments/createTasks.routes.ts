import { createTasksSchema } from '../../contract/createTasks.js';
import { BULK_CREATE } from '../../contract/limits.js';
import { call, objectOf, type Row } from '../request/restRow.js';
import { presentTask } from '../tasks/task.presenter.js';
import { createTasks } from './createTasks.service.js';

export const createTasksRoutes: readonly Row[] = [
  call('post', '/tasks/bulk', 'createTasks', {
    status: 201,
    summary: `Create up to ${BULK_CREATE.tasks} tasks with comments in one step`,
    body: createTasksSchema,
    answer: objectOf('TasksMade'),
    refuses: ['NOT_FOUND'],
    run: async (ctx, { body }) => {
      const { tasks, revision, revisions } = await createTasks(ctx, body);
      return { tasks: await Promise.all(tasks.map((row) => presentTask(ctx, row))), revision, revisions };
    },
  }),
];
