import {
  addMemberSchema,
  createProjectSchema,
  updateMemberSchema,
  updateProjectSchema,
} from '../../contract/projects.js';
import type { Context } from '../kernel/context.js';
import { presentHistory } from '../live/history.presenter.js';
import { readProjectComments } from '../comments/comment.reads.js';
import { readActivity } from '../live/history.reads.js';
import { presentChangeSet, pullChanges } from '../live/pull.js';
import { archiveProject, unarchiveProject } from '../projects/archive.service.js';
import { readMembers } from '../projects/member.reads.js';
import { addMember, removeMember, updateMember } from '../projects/member.service.js';
import { presentMember, presentProject } from '../projects/project.presenter.js';
import { createProject, deleteProject, getProject, listProjects, updateProject } from '../projects/project.service.js';
import { listOf, objectOf } from './answers.js';
import { CHANGES_QUERY, PROJECT_QUERY } from './queryParameters.js';
import { answerPage, call, flag, one, paging, type RestRequest, type Route } from './route.js';

/** Changes the fields of a project that the body names; what PUT and PATCH of a project do. */
const UPDATE_PROJECT = {
  summary: 'Change name, description or colour',
  versioned: 'project' as const,
  body: updateProjectSchema,
  answer: objectOf('Project'),
  run: async (ctx: Context, { params, body }: RestRequest) =>
    presentProject(ctx, (await updateProject(ctx, params['id'], body)).project),
};

/** Projects and their members. */
export const projectRoutes: readonly Route[] = [
  call('get', '/projects', 'projects', {
    summary: 'Your projects, oldest first',
    query: PROJECT_QUERY,
    paged: true,
    answer: listOf('Project'),
    run: async (ctx, { query }) =>
      answerPage(await listProjects(ctx, { ...paging(query), archived: flag(query, 'archived') }), (row) =>
        presentProject(ctx, row),
      ),
  }),
  call('post', '/projects', 'createProject', {
    status: 201,
    summary: 'Make a project',
    body: createProjectSchema,
    answer: objectOf('Project'),
    run: async (ctx, { body }) => presentProject(ctx, (await createProject(ctx, body)).project),
  }),
  call('get', '/projects/:id', 'project', {
    summary: 'One of your projects',
    answer: objectOf('Project'),
    run: async (ctx, { params }) => presentProject(ctx, await getProject(ctx, params['id'])),
  }),
  call('put', '/projects/:id', 'updateProject', {
    ...UPDATE_PROJECT,
    summary: 'Change name, description or colour, as PATCH does',
  }),
  call('patch', '/projects/:id', 'updateProject', { ...UPDATE_PROJECT, operationId: 'patchProject' }),
  call('delete', '/projects/:id', 'deleteProject', {
    summary: 'Delete a project with all its tasks',
    versioned: 'project',
    refuses: ['FORBIDDEN'],
    run: (ctx, { params }) => deleteProject(ctx, params['id']),
  }),
  call('post', '/projects/:id/archive', 'archiveProject', {
    summary: 'Archive a project',
    answer: objectOf('Project'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params }) => presentProject(ctx, (await archiveProject(ctx, params['id'])).project),
  }),
  call('post', '/projects/:id/unarchive', 'unarchiveProject', {
    summary: 'Take a project back from the archive',
    answer: objectOf('Project'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params }) => presentProject(ctx, (await unarchiveProject(ctx, params['id'])).project),
  }),
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
  call('post', '/projects/:id/members', 'addProjectMember', {
    status: 201,
    summary: 'Add a member',
    body: addMemberSchema,
    answer: objectOf('ProjectMember'),
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: async (ctx, { params, body }) => presentMember(ctx, (await addMember(ctx, params['id'], body)).member),
  }),
  call('patch', '/projects/:id/members/:userId', 'updateProjectMember', {
    summary: 'Give a member another role',
    body: updateMemberSchema,
    answer: objectOf('ProjectMember'),
    refuses: ['FORBIDDEN'],
    run: async (ctx, { params, body }) =>
      presentMember(ctx, (await updateMember(ctx, params['id'], params['userId'], body)).member),
  }),
  call('delete', '/projects/:id/members/:userId', 'removeProjectMember', {
    summary: 'Remove a member, or leave',
    refuses: ['FORBIDDEN', 'RATE_LIMITED'],
    run: (ctx, { params }) => removeMember(ctx, params['id'], params['userId']),
  }),
  call('get', '/projects/:id/activity', 'project', {
    summary: 'What happened in a project, newest first',
    operationId: 'projectActivity',
    description: 'Who did what in a project, from what to what, newest first.',
    paged: true,
    answer: listOf('HistoryEntry'),
    run: async (ctx, { params, query }) =>
      answerPage(await readActivity(ctx, (await getProject(ctx, params['id'])).id, paging(query)), (row) =>
        presentHistory(ctx, row),
      ),
  }),
  call('get', '/projects/:id/comments', 'project', {
    summary: 'The comments on the tasks of a project, oldest first',
    operationId: 'projectComments',
    description: 'What was said about the tasks of a project, oldest first: to copy it without asking task by task.',
    paged: true,
    answer: listOf('Comment'),
    run: async (ctx, { params, query }) =>
      answerPage(await readProjectComments(ctx, (await getProject(ctx, params['id'])).id, paging(query))),
  }),
  call('get', '/projects/:id/changes', 'project', {
    summary: 'What was done in a project after a revision, oldest first: to stay in step',
    operationId: 'projectChanges',
    description:
      'The feed as pages: each write to the project after a revision, whole and oldest first, comments and deletions included. RESYNC, alone, says to load the project anew and to go on from its revision.',
    paged: true,
    query: CHANGES_QUERY,
    answer: listOf('ChangeSet'),
    run: async (ctx, { params, query }) => {
      const asked = { ...paging(query), epoch: one(query, 'epoch') };
      return answerPage(await pullChanges(ctx, await getProject(ctx, params['id']), asked), (event) =>
        presentChangeSet(ctx, event),
      );
    },
  }),
];
