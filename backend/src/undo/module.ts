import type { Module } from '../write/module.js';
import { UndoResolver } from './undo.resolver.js';
import { undoRoutes } from './undo.routes.js';

export const undoModule: Module = {
  resolvers: [UndoResolver],
  routes: undoRoutes,
};
