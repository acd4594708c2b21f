import { dashboardStats } from '../dashboard/dashboard.service.js';
import { COST } from '../kernel/cost.js';
import { objectOf } from './answers.js';
import type { Route } from './route.js';

/** The dashboard. */
export const dashboardRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/dashboard/stats',
    twin: 'dashboardStats',
    summary: 'The figures of the dashboard',
    answer: objectOf('DashboardStats'),
    cost: COST.figures,
    run: dashboardStats,
  },
];
