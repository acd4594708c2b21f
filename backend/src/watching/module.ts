import { WATCHERS } from '../../contract/limits.js';
import { call, listOf, write } from '../request/restRow.js';
import { getTask } from '../tasks/task.service.js';
import { presentUser } from '../users/user.presenter.js';
import type { Module } from '../write/module.js';
import { watchNextTasks } from './nextWatch.js';
import { readWatchers } from './watch.reads.js';
import { TaskWatchFields, WatchResolver } from './watch.resolver.js';

export const watchingModule: Module = {
  resolvers: [WatchResolver, TaskWatchFields],
  reactions: { changed: [watchNextTasks] },
  routes: [
    call('get', '/tasks/:id/watchers', 'task', {
      summary: 'Who watches a task',
      operationId: 'taskWatchers',
      description: `Who hears of the task's comments and statuses, you first: up to ${WATCHERS.max}, on one page.`,
      answer: listOf('User'),
      run: async (ctx, { params }) =>
        (await readWatchers(ctx, await getTask(ctx, params['id']))).map((user) => presentUser(ctx, user)),
    }),
    write('post', '/tasks/:id/watch', 'watchTask', 'Watch a task', { params: { id: 'taskId' } }),
    write('delete', '/tasks/:id/watch', 'unwatchTask', 'Mute a task', { params: { id: 'taskId' } }),
  ],
};
