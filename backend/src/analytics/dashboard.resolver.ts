import { Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { dashboardStats } from './dashboard.service.js';
import { DashboardStatsType } from './dashboard.types.js';

@Resolver()
export class DashboardResolver {
  @Query(() => DashboardStatsType, { description: 'The figures of the dashboard.' })
  dashboardStats(@Ctx() ctx: Context) {
    return dashboardStats(ctx);
  }
}
