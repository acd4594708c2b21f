import type { Module } from '../write/module.js';
import { RepeatResolver } from './repeat.resolver.js';
import { repeatRoutes } from './repeat.routes.js';
import { createSuccessors } from './successors.js';

export const repeatsModule: Module = {
  resolvers: [RepeatResolver],
  routes: repeatRoutes,
  reactions: { collected: [createSuccessors] },
};
