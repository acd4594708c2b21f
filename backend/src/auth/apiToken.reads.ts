import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TokenScope } from '../../contract/enums.js';
import { type Context, requireViewer, type Viewer } from '../request/context.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { mayAct } from '../users/user.reads.js';
import { isLive } from './isLive.js';
import { hashToken } from './linkToken.js';
import { SEEN_EVERY_MS } from './sessions.reads.js';

/** Distinguishes API tokens from session tokens, and lets secret scanners find leaked ones. */
export const API_TOKEN_PREFIX = 'cairn_';

export const API_TOKEN_ROWS = new Rows({
  id: sql<string>`id`,
  name: sql<string>`name`,
  scope: sql<TokenScope>`scope`,
  projectIds: sql<string[] | null>`project_ids`,
  createdAt: time(sql`created_at`),
  expiresAt: time(sql`expires_at`),
  lastUsedAt: time<Date | null>(sql`last_used_at`),
});
export type ApiTokenRow = RowOf<typeof API_TOKEN_ROWS>;

/** Returns a user's active tokens, newest first. */
export const readUserApiTokens = (em: EntityManager, userId: string, now: Date): Promise<ApiTokenRow[]> =>
  API_TOKEN_ROWS.read(
    em,
    sql`from api_token where user_id = ${userId} and ${isLive(now)}
      order by created_at desc, id desc`,
  );

/** Returns the viewer's active tokens, newest first. */
export const readApiTokens = (ctx: Context): Promise<ApiTokenRow[]> =>
  readUserApiTokens(ctx.em, requireViewer(ctx).userId, ctx.resources.now());

/** Records the use of tokens to the minute. Skips locked rows: another process is updating them. */
export async function recordTokenUse(em: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update api_token set last_used_at = ${now} where id in (
      select id from api_token
      where id = any(${[...ids]}::uuid[])
        and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')
      for update skip locked)`.execute(em.getKysely());
}

/** Finds the viewer of an API token, and whether its last use has to be updated. */
export async function findApiToken(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<{ viewer: Viewer; isUseStale: boolean } | 'ended' | 'unknown'> {
  interface Found {
    id: string;
    userId: string;
    scope: TokenScope;
    projectIds: string[] | null;
    lastUsedAt: string | null;
    isActive: boolean;
  }
  const { rows } = await sql<Found>`
    select t.id, t.user_id as "userId", t.scope, t.project_ids as "projectIds", t.last_used_at as "lastUsedAt",
      ${isLive(now, 't')} and ${mayAct(now)} as "isActive"
    from api_token t join account a on a.id = t.user_id where t.token_hash = ${hashToken(token)}`.execute(
    em.getKysely(),
  );
  const [found] = rows;
  if (!found) return 'unknown';
  const { id: tokenId, userId, scope, projectIds, lastUsedAt, isActive } = found;
  if (!isActive) return 'ended';
  const isUseStale = lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) > SEEN_EVERY_MS;
  return { viewer: { userId, sessionId: '', program: { tokenId, scope, projectIds } }, isUseStale };
}
