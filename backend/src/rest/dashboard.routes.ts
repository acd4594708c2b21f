import { dashboardStats } from '../dashboard/dashboard.service.js';
import { COST } from '../kernel/cost.js';
import { presentHistory } from '../live/history.presenter.js';
import { sinceLastVisit } from '../live/lastVisit.reads.js';
import { objectOf } from './answers.js';
import { call, type Route } from './route.js';

/** The dashboard. */
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
];
