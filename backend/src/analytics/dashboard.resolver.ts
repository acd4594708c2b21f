import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { dashboardStats } from './dashboard.service.js';
import { DashboardArgsType, DashboardStatsType } from './dashboard.types.js';

@Resolver()
export class DashboardResolver {
  @Query(() => DashboardStatsType, { description: 'The figures of the dashboard.' })
  dashboardStats(@Args(() => DashboardArgsType) args: DashboardArgsType, @Ctx() ctx: Context) {
    return dashboardStats(ctx, args);
  }
}
