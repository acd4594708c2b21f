import { type FoundNode, readNodes } from '../graphql/node.reads.js';
import type { Context } from '../../request/context.js';
import { fieldError, invalid } from '../../platform/lib/errors.js';
import { presentProject } from '../../projects/project.presenter.js';
import { presentTask } from '../../tasks/task.presenter.js';
import { presentUser } from '../../users/user.presenter.js';
import { call, readList, type QueryParameter, type Row } from '../../request/restRow.js';
import { listOfNodes } from './answers.js';
import { LIMITS } from '../../../contract/limits.js';

const NODES_QUERY: readonly QueryParameter[] = [
  {
    name: 'ids',
    schema: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: LIMITS.pageMax,
    },
    required: true,
    description: `Up to ${LIMITS.pageMax} ids. Tasks can be named by their keys, like HARB-12.`,
  },
];

/** Presents the object in the same form as the routes of its type. */
async function present(ctx: Context, { type, node }: FoundNode) {
  if (type === 'Task') return { type, node: await presentTask(ctx, node) };
  if (type === 'Project') return { type, node: await presentProject(ctx, node) };
  return { type, node: type === 'User' ? presentUser(ctx, node) : node };
}

/** Objects of any kind by id. */
export const nodeRoutes: readonly Row[] = [
  call('get', '/nodes', 'nodes', {
    summary: 'Objects of any kind, by id',
    query: NODES_QUERY,
    cost: ({ ids }) => readList({ ids }, 'ids')?.length ?? 1,
    answer: listOfNodes,
    // an ambiguous key
    refuses: ['CONFLICT'],
    run: async (ctx, { query }) => {
      const ids = readList(query, 'ids') ?? [];
      if (ids.length === 0) throw invalid({ ids: fieldError('required', 'Name at least one id') });
      return Promise.all((await readNodes(ctx, ids)).map(async (found) => found && present(ctx, found)));
    },
  }),
];
