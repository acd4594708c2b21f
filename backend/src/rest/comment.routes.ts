import { addCommentSchema, updateCommentSchema } from '../../contract/comments.js';
import { addComment, deleteComment, updateComment } from '../comments/comment.service.js';
import { readComments } from '../comments/comment.reads.js';
import { getTask } from '../tasks/task.service.js';
import { listOf, objectOf } from './answers.js';
import { answerPage, call, paging, type Route } from './route.js';

/** Comments on tasks. */
export const commentRoutes: readonly Route[] = [
  call('get', '/tasks/:id/comments', 'task', {
    summary: 'The comments on a task, oldest first',
    operationId: 'taskComments',
    description: 'What was said about a task, oldest first.',
    paged: true,
    answer: listOf('Comment'),
    run: async (ctx, { params, query }) =>
      answerPage(await readComments(ctx, await getTask(ctx, params['id']), paging(query))),
  }),
  call('post', '/tasks/:id/comments', 'addComment', {
    status: 201,
    summary: 'Comment on a task',
    body: addCommentSchema,
    answer: objectOf('Comment'),
    run: async (ctx, { params, body }) => (await addComment(ctx, params['id'], body)).comment,
  }),
  call('put', '/comments/:id', 'updateComment', {
    summary: 'Change your own comment',
    versioned: 'comment',
    body: updateCommentSchema,
    answer: objectOf('Comment'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, body }) => (await updateComment(ctx, params['id'], body)).comment,
  }),
  call('delete', '/comments/:id', 'deleteComment', {
    summary: 'Delete a comment',
    versioned: 'comment',
    refuses: ['FORBIDDEN'],
    run: (ctx, { params }) => deleteComment(ctx, params['id']),
  }),
];
