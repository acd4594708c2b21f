import { modules } from '../../modules.js';
import { meRoutes } from './me.routes.js';
import { nodeRoutes } from './node.routes.js';
import { resolveRow, type Route } from './route.js';

/** The REST interface: one row a call. No rule lives here; each row is one call of a service. */
export const routes: readonly Route[] = [
  ...modules.flatMap((module) => module.routes ?? []),
  ...meRoutes,
  ...nodeRoutes,
].map(resolveRow);
