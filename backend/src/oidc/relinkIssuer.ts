import { sql } from 'kysely';
import type { Outcome } from '../accounts/operator.service.js';
import { toIssuer } from '../platform/oidc/oidcClient.js';
import type { Resources } from '../request/context.js';
import { securityEvent } from '../request/securityEvents.js';

const isUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
const accounts = (count: number): string => `${count} linked ${count === 1 ? 'account' : 'accounts'}`;

/**
 * Changes the issuer of identities, for a provider that has moved and kept its subjects. Skips identities that exist
 * for the new issuer already.
 */
export async function relinkIssuer(resources: Resources, given: string, wanted: string): Promise<Outcome> {
  const [from, to] = [toIssuer(given), toIssuer(wanted)];
  if (!isUrl(from) || !isUrl(to)) {
    return { isDone: false, text: 'Name both issuers by their URLs. Nothing was changed.' };
  }
  const { moved, left } = await resources.orm.em.fork().transactional(async (em) => {
    const db = em.getKysely();
    const { rows } = await sql`
      update identity i set issuer = ${to}
      where i.issuer = ${from} and not exists (
        select 1 from identity o where o.issuer = ${to} and o.subject = i.subject)
      returning i.id`.execute(db);
    const { rows: rest } = await sql<{ left: number }>`
      select count(*)::int as left from identity where issuer = ${from}`.execute(db);
    return { moved: rows.length, left: from === to ? 0 : (rest[0]?.left ?? 0) };
  });
  if (moved === 0 && left === 0)
    return { isDone: false, text: `No linked accounts are of ${from}. Nothing was changed.` };
  securityEvent({ resources }, 'identities_relinked');
  const kept = left > 0 ? ` ${accounts(left)} stayed, because the new issuer has the same subject already.` : '';
  return { isDone: true, text: `Moved ${accounts(moved)} from ${from} to ${to}.${kept}` };
}
