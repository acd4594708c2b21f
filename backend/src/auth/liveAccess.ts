import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isLive } from './isLive.js';
import { unauthenticated } from '../platform/lib/errors.js';
import { type Context, requireViewer } from '../request/context.js';
import { isActive } from '../users/user.reads.js';

/**
 * Throws UNAUTHENTICATED if the viewer's session or token has ended since the request began, or the account was
 * suspended or is being deleted. For writes with a lasting effect, such as a new webhook, and for requests that can
 * take minutes. Everything that ends access locks the account. So in a transaction that has locked the account, the
 * result stays true until its end.
 */
export async function requireLiveAccess(ctx: Context, em: EntityManager): Promise<void> {
  const { userId, sessionId, program } = requireViewer(ctx);
  const { rows } = await sql`
    select 1 from account a join ${sql.table(program ? 'api_token' : 'session')} s on s.user_id = a.id
    where a.id = ${userId} and ${isActive} and s.id = ${program?.tokenId ?? sessionId} and ${isLive(ctx.resources.now(), 's')}`.execute(
    em.getKysely(),
  );
  if (rows.length === 0) throw unauthenticated();
}
