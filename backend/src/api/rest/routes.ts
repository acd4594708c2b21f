import { modules } from '../../modules.js';
import { meRoutes } from './me.routes.js';
import { nodeRoutes } from './node.routes.js';
import { resolveRow, type Route } from './route.js';

/** All rows of the REST interface. They contain no rules; each row calls one service or read. */
export const routes: readonly Route[] = [
  ...modules.flatMap((module) => module.routes ?? []),
  ...meRoutes,
  ...nodeRoutes,
].map(resolveRow);
