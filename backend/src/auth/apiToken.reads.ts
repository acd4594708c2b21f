import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { TokenScope } from '../../contract/enums.js';
import { type Context, requireViewer, type Viewer } from '../kernel/context.js';
import { type RowOf, Rows, time } from '../kernel/rows.js';
import { mayAct } from '../users/user.reads.js';
import { hashOfToken } from './linkToken.js';
import { SEEN_EVERY_MS } from './sessions.reads.js';

/** What a token for programs begins with: so it is told from a sign-in, and found where it must not lie. */
export const API_TOKEN_PREFIX = 'cairn_';

/** A token for programs, as its person sees it. */
export const API_TOKENS_SHOWN = new Rows({
  id: sql<string>`id`,
  name: sql<string>`name`,
  scope: sql<TokenScope>`scope`,
  projectIds: sql<string[] | null>`project_ids`,
  createdAt: time(sql`created_at`),
  expiresAt: time(sql`expires_at`),
  lastUsedAt: time<Date | null>(sql`last_used_at`),
});
export type ApiTokenRow = RowOf<typeof API_TOKENS_SHOWN>;

/** The tokens of a person that stand, the newest first. */
export const readApiTokensOf = (em: EntityManager, userId: string, now: Date): Promise<ApiTokenRow[]> =>
  API_TOKENS_SHOWN.read(
    em,
    sql`from api_token where user_id = ${userId} and revoked_at is null and expires_at > ${now}
      order by created_at desc, id desc`,
  );

/** The viewer's tokens that stand, the newest first. */
export const readApiTokens = (ctx: Context): Promise<ApiTokenRow[]> =>
  readApiTokensOf(ctx.em, requireViewer(ctx).userId, ctx.resources.now());

/** Notes that tokens are in use, to the minute; one that somebody else is at just now is noted by them. */
export async function noteUsed(em: EntityManager, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update api_token set last_used_at = ${now} where id in (
      select id from api_token
      where id = any(${[...ids]}::uuid[])
        and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '1 minute')
      for update skip locked)`.execute(em.getKysely());
}

/** For whom a token for programs acts, and since how long its use is not noted; 'ended' or 'unknown' where for nobody. */
export async function findApiToken(
  em: EntityManager,
  token: string,
  now: Date,
): Promise<{ viewer: Viewer; isToNote: boolean } | 'ended' | 'unknown'> {
  interface Found {
    id: string;
    userId: string;
    scope: TokenScope;
    projectIds: string[] | null;
    lastUsedAt: string | null;
    stands: boolean;
  }
  const { rows } = await sql<Found>`
    select t.id, t.user_id as "userId", t.scope, t.project_ids as "projectIds", t.last_used_at as "lastUsedAt",
      t.revoked_at is null and t.expires_at > ${now} and ${mayAct(now)} as stands
    from api_token t join account a on a.id = t.user_id where t.token_hash = ${hashOfToken(token)}`.execute(
    em.getKysely(),
  );
  const [found] = rows;
  if (!found) return 'unknown';
  const { id: tokenId, userId, scope, projectIds, lastUsedAt, stands } = found;
  if (!stands) return 'ended';
  const isToNote = lastUsedAt === null || now.getTime() - Date.parse(lastUsedAt) > SEEN_EVERY_MS;
  return { viewer: { userId, sessionId: '', program: { tokenId, scope, projectIds } }, isToNote };
}
