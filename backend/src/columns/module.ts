import type { Module } from '../write/module.js';
import { ColumnSchema } from './column.entity.js';
import { ColumnResolver, ProjectColumnFields } from './column.resolver.js';
import { columnRoutes } from './column.routes.js';

export const columnsModule: Module = {
  entities: [ColumnSchema],
  resolvers: [ProjectColumnFields, ColumnResolver],
  routes: columnRoutes,
};
