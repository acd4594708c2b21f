import type { Module } from '../write/module.js';
import { ViewResolver } from './view.resolver.js';
import { viewRoutes } from './view.routes.js';

export const viewsModule: Module = {
  resolvers: [ViewResolver],
  routes: viewRoutes,
};
