import type { Context } from '../request/context.js';
import { presentUser } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { AnalyticsType } from './analytics.types.js';
import type { TeamPersonRow } from './people.reads.js';

export async function presentAnalytics(ctx: Context, { byPerson, ...figures }: AnalyticsType) {
  const withUser = byPerson.map(async ({ userId, completed, open, overdue }) => {
    const user = userId === null ? null : await userLoader(ctx).load(userId);
    return { userId, user: user && presentUser(ctx, user), completed, open, overdue };
  });
  return { ...figures, byPerson: await Promise.all(withUser) };
}

export const presentTeamPerson = (ctx: Context, { user, ...figures }: TeamPersonRow) => ({
  ...figures,
  user: presentUser(ctx, user),
});
