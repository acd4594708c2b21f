import type { Module } from '../write/module.js';
import { readChecklistItem } from './checklist.reads.js';
import { ChecklistResolver, TaskChecklistFields } from './checklist.resolver.js';
import { ChecklistItemSchema } from './checklistItem.entity.js';
import { checklistRoutes } from './checklist.routes.js';

const TEXT = 'Ask two printers';

export const checklistModule: Module = {
  entities: [ChecklistItemSchema],
  resolvers: [ChecklistResolver, TaskChecklistFields],
  routes: checklistRoutes,
  examples: {
    'AddChecklistItemBody.text': TEXT,
    'AddChecklistItemsBody.text': TEXT,
    'ChecklistItem.text': TEXT,
    'UpdateChecklistItemBody.text': TEXT,
  },
  answers: ['ChecklistItem'],
  versioned: { checklist_item: { param: 'itemId', present: readChecklistItem } },
};
