import { COLUMNS } from '../../contract/limits.js';
import { getProject } from '../projects/project.service.js';
import { call, listOf, readOne, write, type Row } from '../request/restRow.js';
import { readColumns } from './column.reads.js';
import { deleteColumn } from './column.service.js';

export const columnRoutes: readonly Row[] = [
  call('get', '/projects/:id/columns', 'project', {
    summary: 'The columns of a project, in order',
    operationId: 'projectColumns',
    description: `The columns of a project’s board, in order: up to ${COLUMNS.max}, on one page.`,
    answer: listOf('Column'),
    run: async (ctx, { params }) => readColumns(ctx, (await getProject(ctx, params['id'])).id),
  }),
  write('post', '/projects/:id/columns', 'createColumn', 'Add a column to a project', {
    status: 201,
    params: { id: 'projectId' },
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
  }),
  write('put', '/columns/:id', 'updateColumn', 'Change a column', { versioned: 'column', refuses: ['FORBIDDEN'] }),
  write('patch', '/columns/:id/place', 'moveColumn', 'Move a column to a place on the board', {
    versioned: 'column',
    refuses: ['FORBIDDEN'],
  }),
  call('delete', '/columns/:id', 'deleteColumn', {
    summary: 'Delete a column and move its tasks to another one',
    query: [
      {
        name: 'moveTasksTo',
        schema: { type: 'string', format: 'uuid' },
        required: true,
        description: 'The column of the same project and status that gets its tasks.',
      },
    ],
    versioned: 'column',
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, query }) => {
      await deleteColumn(ctx, params['id'], { moveTasksTo: readOne(query, 'moveTasksTo') });
    },
  }),
];
