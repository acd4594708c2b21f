import type { Module } from '../write/module.js';
import { ColumnSchema } from './column.entity.js';
import { ColumnResolver, ProjectColumnFields } from './column.resolver.js';
import { columnRoutes } from './column.routes.js';
import { readColumn } from './column.reads.js';

export const columnsModule: Module = {
  entities: [ColumnSchema],
  resolvers: [ProjectColumnFields, ColumnResolver],
  routes: columnRoutes,
  answers: ['Column'],
  versioned: { column: { param: 'id', present: readColumn } },
};
