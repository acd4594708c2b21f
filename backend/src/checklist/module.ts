import type { Module } from '../write/module.js';
import { ChecklistResolver, TaskChecklistFields } from './checklist.resolver.js';
import { ChecklistItemSchema } from './checklistItem.entity.js';
import { checklistRoutes } from './checklist.routes.js';

export const checklistModule: Module = {
  entities: [ChecklistItemSchema],
  resolvers: [ChecklistResolver, TaskChecklistFields],
  routes: checklistRoutes,
};
