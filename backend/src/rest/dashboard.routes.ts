import { dashboardStats } from '../dashboard/dashboard.service.js';
import { COST } from '../kernel/cost.js';
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
];
