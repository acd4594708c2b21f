import { write } from '../request/restRow.js';
import type { Module } from '../write/module.js';
import { CopiesResolver } from './copies.resolver.js';

export const copiesModule: Module = {
  resolvers: [CopiesResolver],
  routes: [
    write('post', '/projects', 'createProject', 'Create a project', { status: 201 }),
    write('post', '/projects/:id/duplicate', 'duplicateProject', 'Copy a project', {
      status: 201,
      params: { id: 'projectId' },
    }),
    write('post', '/tasks/:id/duplicate', 'duplicateTask', 'Copy a task', { status: 201, params: { id: 'taskId' } }),
  ],
};
