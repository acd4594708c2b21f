import { readMembers } from './member.reads.js';
import { presentMember, presentProject } from './project.presenter.js';
import { getProject, listProjects } from './project.service.js';
import {
  answerPage,
  call,
  readFlag,
  listOf,
  objectOf,
  paging,
  write,
  type QueryParameter,
  type Row,
} from '../request/restRow.js';

const PROJECT_QUERY: readonly QueryParameter[] = [
  { name: 'archived', schema: { type: 'boolean', default: false } },
  { name: 'templates', schema: { type: 'boolean' } },
];

export const projectRoutes: readonly Row[] = [
  call('get', '/projects', 'projects', {
    summary: 'Your projects, oldest first',
    query: PROJECT_QUERY,
    paged: true,
    answer: listOf('Project'),
    run: async (ctx, { query }) =>
      answerPage(
        await listProjects(ctx, {
          ...paging(query),
          archived: readFlag(query, 'archived'),
          templates: readFlag(query, 'templates'),
        }),
        (row) => presentProject(ctx, row),
      ),
  }),
  call('get', '/projects/:id', 'project', {
    summary: 'One of your projects',
    answer: objectOf('Project'),
    run: async (ctx, { params }) => presentProject(ctx, await getProject(ctx, params['id'])),
  }),
  write('put', '/projects/:id', 'updateProject', 'Change a project, as PATCH does', {
    versioned: 'project',
  }),
  write(
    'patch',
    '/projects/:id',
    'updateProject',
    'Change name, description, color, key or whether a project is a template',
    {
      operationId: 'patchProject',
      versioned: 'project',
    },
  ),
  write('delete', '/projects/:id', 'deleteProject', 'Delete a project with all its tasks', {
    versioned: 'project',
    refuses: ['FORBIDDEN'],
  }),
  write('post', '/projects/:id/archive', 'archiveProject', 'Archive a project', { refuses: ['FORBIDDEN'] }),
  write('post', '/projects/:id/unarchive', 'unarchiveProject', 'Unarchive a project', {
    refuses: ['FORBIDDEN'],
  }),
  write('post', '/projects/:id/mute', 'muteProject', 'Mute a project', { params: { id: 'projectId' } }),
  write('delete', '/projects/:id/mute', 'unmuteProject', 'Unmute a project', { params: { id: 'projectId' } }),
  call('get', '/projects/:id/members', 'project', {
    summary: 'The members of a project',
    operationId: 'projectMembers',
    description: 'Who belongs to a project, in the order they joined.',
    paged: true,
    answer: listOf('ProjectMember'),
    run: async (ctx, { params, query }) =>
      answerPage(await readMembers(ctx, (await getProject(ctx, params['id'])).id, paging(query)), (row) =>
        presentMember(ctx, row),
      ),
  }),
  write('post', '/projects/:id/members', 'addProjectMember', 'Add a member', {
    status: 201,
    params: { id: 'projectId' },
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
  }),
  write('patch', '/projects/:id/members/:userId', 'updateProjectMember', 'Change the role of a member', {
    params: { id: 'projectId' },
    refuses: ['FORBIDDEN'],
  }),
  write('delete', '/projects/:id/members/:userId', 'removeProjectMember', 'Remove a member, or leave', {
    params: { id: 'projectId' },
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
  }),
];
