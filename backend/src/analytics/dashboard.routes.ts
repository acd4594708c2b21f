import { presentAnalytics, presentTeamPerson } from './analytics.presenter.js';
import { analytics } from './analytics.service.js';
import { dashboardStats } from './dashboard.service.js';
import { readPeople } from './people.reads.js';
import { COST } from '../request/cost.js';
import {
  readParameters,
  answerPage,
  call,
  listOf,
  objectOf,
  paging,
  type JsonSchema,
  type QueryParameter,
  type Row,
} from '../request/restRow.js';
import { ME } from '../../contract/taskList.js';
import { NONE } from '../../contract/taskList.js';

const DAY: JsonSchema = { type: 'string', format: 'date' };
const ID: JsonSchema = { type: 'string', format: 'uuid' };
/** A person by id, or by one of these words. */
const personOr = (...words: string[]): JsonSchema => ({ anyOf: [ID, { type: 'string', enum: words }] });

const DASHBOARD_QUERY: readonly QueryParameter[] = [
  {
    name: 'timeZone',
    schema: { type: 'string' },
    description: 'The time zone of days and weeks, for example Europe/Berlin; by default the one in your preferences.',
  },
];

const ANALYTICS_QUERY: readonly QueryParameter[] = [
  { name: 'from', schema: DAY, required: true },
  { name: 'to', schema: DAY, required: true },
  { name: 'projectId', schema: ID },
  { name: 'assigneeId', schema: personOr(ME, NONE) },
];

/** The dashboard, analytics, and the current tasks of people. */
export const dashboardRoutes: readonly Row[] = [
  call('get', '/dashboard/stats', 'dashboardStats', {
    summary: 'The figures of the dashboard',
    query: DASHBOARD_QUERY,
    answer: objectOf('DashboardStats'),
    cost: COST.figures,
    run: (ctx, request) => dashboardStats(ctx, readParameters(request, DASHBOARD_QUERY)),
  }),
  call('get', '/analytics', 'analytics', {
    summary: 'Figures of your projects over a range of days',
    query: ANALYTICS_QUERY,
    answer: objectOf('Analytics'),
    refuses: ['NOT_FOUND', 'VALIDATION_FAILED'],
    cost: COST.analytics,
    run: async (ctx, request) => presentAnalytics(ctx, await analytics(ctx, readParameters(request, ANALYTICS_QUERY))),
  }),
  call('get', '/people', 'people', {
    summary: 'The people of your projects with their workload, by name',
    paged: true,
    answer: listOf('TeamPerson'),
    run: async (ctx, { query }) =>
      answerPage(await readPeople(ctx, paging(query)), (row) => presentTeamPerson(ctx, row)),
  }),
];
