import { RELATION_KINDS } from '../../contract/enums.js';
import { RELATIONS } from '../../contract/limits.js';
import { call, listOf, readOne, write, type Row } from '../request/restRow.js';
import { getTask } from '../tasks/task.service.js';
import { readRelations } from './relation.reads.js';
import { unrelateTasks } from './relation.service.js';

export const relationRoutes: readonly Row[] = [
  call('get', '/tasks/:id/relations', 'task', {
    summary: 'The relations of a task',
    operationId: 'taskRelations',
    description: `The relations of a task to others, in both directions, oldest first: up to ${RELATIONS.max}, on one page.`,
    answer: listOf('TaskRelation'),
    run: async (ctx, { params }) => readRelations(ctx, await getTask(ctx, params['id'])),
  }),
  write('post', '/tasks/:id/relations', 'relateTasks', 'Relate a task to another one', {
    status: 201,
    params: { id: 'taskId' },
  }),
  call('delete', '/tasks/:id/relations/:otherId', 'unrelateTasks', {
    summary: 'Remove the relations between two tasks',
    query: [
      {
        name: 'kind',
        schema: { type: 'string', enum: RELATION_KINDS },
        description: 'Only relations of this kind; by default, all between the two.',
      },
    ],
    run: async (ctx, { params, query }) => {
      await unrelateTasks(ctx, params['id'], { otherId: params['otherId'], kind: readOne(query, 'kind') });
    },
  }),
];
