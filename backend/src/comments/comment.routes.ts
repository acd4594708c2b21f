import { readComments, readProjectComments } from './comment.reads.js';
import { getProject } from '../projects/project.service.js';
import { getTask } from '../tasks/task.service.js';
import { answerPage, call, listOf, paging, write, type Row } from '../request/restRow.js';

export const commentRoutes: readonly Row[] = [
  call('get', '/projects/:id/comments', 'project', {
    summary: 'The comments on the tasks of a project, oldest first',
    operationId: 'projectComments',
    description: 'The comments on all tasks of a project, oldest first, to copy them without one request per task.',
    paged: true,
    answer: listOf('Comment'),
    run: async (ctx, { params, query }) =>
      answerPage(await readProjectComments(ctx, (await getProject(ctx, params['id'])).id, paging(query))),
  }),
  call('get', '/tasks/:id/comments', 'task', {
    summary: 'The comments on a task, oldest first',
    operationId: 'taskComments',
    description: 'The comments on a task, oldest first.',
    paged: true,
    answer: listOf('Comment'),
    run: async (ctx, { params, query }) =>
      answerPage(await readComments(ctx, await getTask(ctx, params['id']), paging(query))),
  }),
  write('post', '/tasks/:id/comments', 'addComment', 'Comment on a task', { status: 201, params: { id: 'taskId' } }),
  write('put', '/comments/:id', 'updateComment', 'Change your own comment', {
    versioned: 'comment',
    refuses: ['FORBIDDEN'],
  }),
  write('delete', '/comments/:id', 'deleteComment', 'Delete a comment', {
    versioned: 'comment',
    refuses: ['FORBIDDEN'],
  }),
];
