import type { Module } from '../write/module.js';
import { TaskRelationSchema } from './relation.entity.js';
import { RelationFields, RelationResolver, TaskRelationFields } from './relation.resolver.js';
import { relationRoutes } from './relation.routes.js';

export const relationsModule: Module = {
  entities: [TaskRelationSchema],
  resolvers: [RelationResolver, TaskRelationFields, RelationFields],
  routes: relationRoutes,
  answers: ['TaskRelation'],
};
