import type { Context } from '../kernel/context.js';
import { presentTo } from '../users/user.presenter.js';
import { userLoader } from '../users/user.reads.js';
import type { AnalyticsType } from './analytics.types.js';
import type { TeamPersonRow } from './people.reads.js';

/** Figures as REST answers them: with the people. */
export async function presentAnalytics(ctx: Context, { byPerson, ...figures }: AnalyticsType) {
  const withUser = byPerson.map(async (person) => {
    const user = person.userId === null ? null : await userLoader(ctx).load(person.userId);
    return { ...person, user: user && presentTo(ctx, user) };
  });
  return { ...figures, byPerson: await Promise.all(withUser) };
}

/** Somebody of the team as REST answers one. */
export const presentTeamPerson = (ctx: Context, { user, ...figures }: TeamPersonRow) => ({
  ...figures,
  user: presentTo(ctx, user),
});
