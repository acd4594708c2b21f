import type { Module } from '../write/module.js';
import { CalendarFeedResolver } from './calendarFeed.resolver.js';
import { calendarFeedRoutes } from './calendarFeed.routes.js';

export const calendarsModule: Module = {
  resolvers: [CalendarFeedResolver],
  routes: calendarFeedRoutes,
};
