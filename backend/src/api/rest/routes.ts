import type { Request } from 'express';
import { modules } from '../../modules.js';
import { meRoutes } from './me.routes.js';
import { nodeRoutes } from './node.routes.js';
import { resolveRow, type Route } from './route.js';
import { findVersioned } from './versioned.js';

/** All rows of the REST interface. They contain no rules; each row calls one service or read. */
export const routes: readonly Route[] = [
  ...modules.flatMap((module) => module.routes ?? []),
  ...meRoutes,
  ...nodeRoutes,
].map(resolveRow);

// A forgotten one would fail only when someone sends the header.
for (const { versioned } of routes) if (versioned) findVersioned(versioned);

/** The paths of the rows that store a body while it arrives, below `/api`. */
const STREAMED = routes
  .filter(({ upload }) => upload?.isStreamed)
  .map(({ method, path }) => ({ method, pattern: new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`) }));

/** Whether a request has a body that is stored while it arrives. */
export const isStreamed = ({ method, path }: Pick<Request, 'method' | 'path'>): boolean =>
  STREAMED.some((row) => row.method.toUpperCase() === method && row.pattern.test(path));
