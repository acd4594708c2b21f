import { ME } from '../../contract/taskList.js';
import { getProject } from '../projects/project.service.js';
import { COST } from '../request/cost.js';
import {
  readParameters,
  answerPage,
  call,
  type JsonSchema,
  listOf,
  objectOf,
  paging,
  type QueryParameter,
  type Row,
} from '../request/restRow.js';
import { getTask } from '../tasks/task.service.js';
import { readAllActivity } from './activity.reads.js';
import { presentVersion, readDescriptionVersions } from './descriptionVersions.js';
import { presentHistory } from './history.presenter.js';
import { readActivity, readTaskHistory } from './history.reads.js';
import { readSinceLastVisit } from './lastVisit.reads.js';

const MOMENT: JsonSchema = { type: 'string', format: 'date-time' };
const ID: JsonSchema = { type: 'string', format: 'uuid' };

const ACTIVITY_QUERY: readonly QueryParameter[] = [
  { name: 'actorId', schema: { anyOf: [ID, { type: 'string', enum: [ME] }] } },
  { name: 'projectId', schema: ID },
  { name: 'from', schema: MOMENT },
  { name: 'to', schema: MOMENT },
];

export const historyRoutes: readonly Row[] = [
  call('get', '/projects/:id/activity', 'project', {
    summary: 'The activity in a project, newest first',
    operationId: 'projectActivity',
    description: 'Who did what in a project, from what to what, newest first.',
    paged: true,
    answer: listOf('HistoryEntry'),
    run: async (ctx, { params, query }) =>
      answerPage(await readActivity(ctx, (await getProject(ctx, params['id'])).id, paging(query)), (row) =>
        presentHistory(ctx, row),
      ),
  }),
  call('get', '/tasks/:id/history', 'task', {
    summary: 'The history of a task, newest first',
    operationId: 'taskHistory',
    description: 'Who did what to a task, from what to what, newest first.',
    paged: true,
    answer: listOf('HistoryEntry'),
    run: async (ctx, { params, query }) =>
      answerPage(await readTaskHistory(ctx, await getTask(ctx, params['id']), paging(query)), (row) =>
        presentHistory(ctx, row),
      ),
  }),
  call('get', '/tasks/:id/description-versions', 'task', {
    summary: 'The versions of the description of a task, newest first',
    operationId: 'descriptionVersions',
    description: 'The texts of a description, who wrote them and when, with what changed since the version before.',
    paged: true,
    answer: listOf('DescriptionVersion'),
    run: async (ctx, { params, query }) =>
      answerPage(await readDescriptionVersions(ctx, await getTask(ctx, params['id']), paging(query)), (row) =>
        presentVersion(ctx, row),
      ),
  }),
  call('get', '/activity', 'activity', {
    summary: 'The activity in your projects, newest first',
    query: ACTIVITY_QUERY,
    paged: true,
    answer: listOf('HistoryEntry'),
    refuses: ['NOT_FOUND'],
    run: async (ctx, request) =>
      answerPage(await readAllActivity(ctx, readParameters(request, ACTIVITY_QUERY), paging(request.query)), (row) =>
        presentHistory(ctx, row),
      ),
  }),
  call('get', '/dashboard/since-last-visit', 'sinceLastVisit', {
    summary: 'Changes by others since your last visit',
    answer: objectOf('SinceLastVisit'),
    cost: COST.figures,
    run: async (ctx) => {
      const { latest, ...rest } = await readSinceLastVisit(ctx);
      return { ...rest, latest: await Promise.all(latest.map((line) => presentHistory(ctx, line))) };
    },
  }),
];
