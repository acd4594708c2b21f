import type { Module } from '../write/module.js';
import { AnalyticsResolver, PersonFiguresFields, TeamPersonFields } from './analytics.resolver.js';
import { DashboardResolver } from './dashboard.resolver.js';
import { dashboardRoutes } from './dashboard.routes.js';

export const analyticsModule: Module = {
  resolvers: [DashboardResolver, AnalyticsResolver, PersonFiguresFields, TeamPersonFields],
  routes: dashboardRoutes,
};
