import { SUBTASKS } from '../../contract/limits.js';
import { answerPage, call, listOf, paging, write, type Row } from '../request/restRow.js';
import { readSubtasks } from './subtask.service.js';
import { presentTask } from './task.presenter.js';
import { getTask } from './task.service.js';

export const subtaskRoutes: readonly Row[] = [
  call('get', '/tasks/:id/subtasks', 'task', {
    summary: 'The direct subtasks of a task',
    operationId: 'taskSubtasks',
    description: `The direct subtasks of a task, as on the board: up to ${SUBTASKS.max}.`,
    paged: true,
    answer: listOf('Task'),
    run: async (ctx, { params, query }) =>
      answerPage(await readSubtasks(ctx, await getTask(ctx, params['id']), paging(query)), (task) =>
        presentTask(ctx, task),
      ),
  }),
  write('put', '/tasks/:id/parent', 'setParent', 'Make a task a subtask of another one', { versioned: 'task' }),
];
