import { sql } from 'kysely';
import type { Context } from '../request/context.js';
import { defineLoader } from '../request/loaders.js';

export interface TwoFactorRow {
  twoFactor: boolean;
  recoveryCodesLeft: number;
}

const NONE: TwoFactorRow = { twoFactor: false, recoveryCodesLeft: 0 };

const twoFactorLoader = defineLoader<TwoFactorRow>(async (ctx, ids) => {
  const { rows } = await sql<{ userId: string; left: number }>`
    select t.user_id as "userId",
      (select count(*)::int from recovery_code c where c.user_id = t.user_id and c.used_at is null) as left
    from two_factor t where t.confirmed_at is not null and t.user_id = any(${[...ids]}::uuid[])`.execute(
    ctx.em.getKysely(),
  );
  return new Map(rows.map(({ userId, left }) => [userId, { twoFactor: true, recoveryCodesLeft: left }]));
});

/** Returns null unless the user is the viewer. */
export async function readTwoFactor(ctx: Context, userId: string): Promise<TwoFactorRow | null> {
  if (ctx.viewer?.userId !== userId) return null;
  return (await twoFactorLoader(ctx).load(userId)) ?? NONE;
}
