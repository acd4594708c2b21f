import { presentAnalytics, presentTeamPerson } from '../dashboard/analytics.presenter.js';
import { analytics } from '../dashboard/analytics.service.js';
import { dashboardStats } from '../dashboard/dashboard.service.js';
import { readPeople } from '../dashboard/people.reads.js';
import { COST } from '../kernel/cost.js';
import { readActivityOfAll } from '../live/activity.reads.js';
import { presentHistory } from '../live/history.presenter.js';
import { sinceLastVisit } from '../live/lastVisit.reads.js';
import { listOf, objectOf } from './answers.js';
import { ACTIVITY_QUERY, ANALYTICS_QUERY } from './queryParameters.js';
import { answerPage, call, one, paging, type RestRequest, type Route } from './route.js';

/** What of these parameters is given. */
const given = ({ query }: RestRequest, parameters: readonly { name: string }[]) =>
  Object.fromEntries(parameters.map(({ name }) => [name, one(query, name)]));

/** The dashboard, figures over time, and what people are at. */
export const dashboardRoutes: readonly Route[] = [
  call('get', '/dashboard/stats', 'dashboardStats', {
    summary: 'The figures of the dashboard',
    answer: objectOf('DashboardStats'),
    cost: COST.figures,
    run: dashboardStats,
  }),
  call('get', '/dashboard/since-last-visit', 'sinceLastVisit', {
    summary: 'What others did since you were last here',
    answer: objectOf('SinceLastVisit'),
    cost: COST.figures,
    run: async (ctx) => {
      const { latest, ...rest } = await sinceLastVisit(ctx);
      return { ...rest, latest: await Promise.all(latest.map((line) => presentHistory(ctx, line))) };
    },
  }),
  call('get', '/analytics', 'analytics', {
    summary: 'Figures of your projects over some days',
    query: ANALYTICS_QUERY,
    answer: objectOf('Analytics'),
    refuses: ['NOT_FOUND', 'VALIDATION_FAILED'],
    cost: COST.analytics,
    run: async (ctx, request) => presentAnalytics(ctx, await analytics(ctx, given(request, ANALYTICS_QUERY))),
  }),
  call('get', '/people', 'people', {
    summary: 'The people of your projects and what they have to do, by name',
    paged: true,
    answer: listOf('TeamPerson'),
    run: async (ctx, { query }) =>
      answerPage(await readPeople(ctx, paging(query)), (row) => presentTeamPerson(ctx, row)),
  }),
  call('get', '/activity', 'activity', {
    summary: 'What happened in your projects, newest first',
    query: ACTIVITY_QUERY,
    paged: true,
    answer: listOf('HistoryEntry'),
    refuses: ['NOT_FOUND'],
    run: async (ctx, request) =>
      answerPage(await readActivityOfAll(ctx, given(request, ACTIVITY_QUERY), paging(request.query)), (row) =>
        presentHistory(ctx, row),
      ),
  }),
];
