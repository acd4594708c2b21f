import { sql } from 'kysely';
import { idArray, PREPARABLE } from '../platform/database/preparable.js';
import type { Context } from '../request/context.js';
import { defineLoader } from '../request/loaders.js';
import { emailVerifiedAt } from './verifiedEmail.js';

/** The fields of an account that only its owner can see. */
export interface OwnAccountRow {
  emailVerifiedAt: Date | null;
  isAdmin: boolean;
}

const ownAccountLoader = defineLoader<OwnAccountRow>(async (ctx, ids) => {
  const { rows } = await sql<{ id: string; verifiedAt: string | null; isAdmin: boolean }>`
    select a.id, ${emailVerifiedAt} as "verifiedAt", a.is_admin as "isAdmin" from account a
    where a.id = any(${idArray(ids)}) ${PREPARABLE}`.execute(ctx.em.getKysely());
  return new Map(
    rows.map(({ id, verifiedAt, isAdmin }) => [
      id,
      { emailVerifiedAt: verifiedAt === null ? null : new Date(verifiedAt), isAdmin },
    ]),
  );
});

/** Returns null unless the user is the viewer. */
export const readOwnAccount = async (ctx: Context, userId: string): Promise<OwnAccountRow | null> =>
  ctx.viewer?.userId === userId ? ((await ownAccountLoader(ctx).load(userId)) ?? null) : null;

/** Whether the app asks a person to verify their address: only a server that sends mail does. */
export const asksForVerification = (
  { resources }: Pick<Context, 'resources'>,
  own: Pick<OwnAccountRow, 'emailVerifiedAt'> | null,
): boolean | null => own && own.emailVerifiedAt === null && resources.env.smtpUrl !== undefined;
