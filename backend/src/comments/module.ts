import type { Module } from '../write/module.js';
import { CommentSchema } from './comment.entity.js';
import { CommentFields, CommentResolver, ProjectCommentFields, TaskCommentFields } from './comment.resolver.js';
import { commentRoutes } from './comment.routes.js';
import { createTasksRoutes } from './createTasks.routes.js';
import { readComment } from './comment.reads.js';

export const commentsModule: Module = {
  entities: [CommentSchema],
  resolvers: [TaskCommentFields, ProjectCommentFields, CommentFields, CommentResolver],
  routes: [...commentRoutes, ...createTasksRoutes],
  versioned: { comment: { param: 'id', present: readComment } },
};
