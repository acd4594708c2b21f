import { type FoundNode, readNodes } from '../graphql/node.reads.js';
import type { Context } from '../kernel/context.js';
import { invalid } from '../kernel/errors.js';
import { presentProject } from '../projects/project.presenter.js';
import { presentTask } from '../tasks/task.presenter.js';
import { presentTo } from '../users/user.presenter.js';
import { listOfNodes } from './answers.js';
import { NODES_QUERY } from './queryParameters.js';
import { call, list, type Route } from './route.js';

/** As its own calls answer it. */
async function present(ctx: Context, { type, node }: FoundNode) {
  if (type === 'Task') return { type, node: await presentTask(ctx, node) };
  if (type === 'Project') return { type, node: await presentProject(ctx, node) };
  return { type, node: type === 'User' ? presentTo(ctx, node) : node };
}

/** Objects by id, whatever they are. */
export const nodeRoutes: readonly Route[] = [
  call('get', '/nodes', 'nodes', {
    summary: 'Objects by their ids, whatever they are',
    query: NODES_QUERY,
    cost: ({ ids }) => list({ ids }, 'ids')?.length ?? 1,
    answer: listOfNodes,
    run: async (ctx, { query }) => {
      const ids = list(query, 'ids') ?? [];
      if (ids.length === 0) throw invalid({ ids: ['Name at least one id'] });
      return Promise.all((await readNodes(ctx, ids)).map(async (found) => found && present(ctx, found)));
    },
  }),
];
