import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { createApiTokenSchema } from '../../contract/apiTokens.js';
import { API_TOKENS, DAY_MS } from '../../contract/limits.js';
import { type Context, requireViewer, type Resources } from '../kernel/context.js';
import { conflict, invalid, notFound } from '../kernel/errors.js';
import { newId, parseId } from '../kernel/ids.js';
import { addJob, addJobs } from '../kernel/jobs/addJob.js';
import { parse } from '../kernel/parse.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { accountCommand } from './accountCommand.js';
import { API_TOKEN_PREFIX, API_TOKENS_SHOWN, type ApiTokenRow } from './apiToken.reads.js';
import { hashOfToken, newToken } from './linkToken.js';
import { prove } from './proof.js';

/** A new token, which is told once, and what is seen of it from then on. */
export interface ApiTokenMade {
  token: string;
  apiToken: ApiTokenRow;
}

function refuseEnd(expiresAt: Date, now: Date): void {
  const life = expiresAt.getTime() - now.getTime();
  // not NaN either
  if (!(life > 0)) throw invalid({ expiresAt: ['The end must be in the future'] });
  if (life > API_TOKENS.days * DAY_MS) throw invalid({ expiresAt: ['A token lasts a year at most'] });
}

/** Absent and foreign projects are refused alike. */
async function refuseForeign(em: EntityManager, userId: string, projectIds: readonly string[] | null): Promise<void> {
  if (projectIds === null) return;
  const { rows } = await sql`
    select 1 from project_member m join project p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = ${userId} and m.project_id = any(${[...projectIds]}::uuid[])`.execute(em.getKysely());
  if (rows.length < projectIds.length) throw invalid({ projectIds: ['Project not found'] });
}

/**
 * Makes a token by which a program acts for the viewer: with their access, or in some of their projects only, to read or to
 * write, for a year at most. It is told here and nowhere else; a hash is kept. CONFLICT where they have 50.
 */
export async function createApiToken(ctx: Context, raw: unknown): Promise<ApiTokenMade> {
  const { userId } = requireViewer(ctx);
  const { currentPassword, code = null, ...wanted } = parse(createApiTokenSchema, raw);
  const { name, scope, projectIds = null, expiresAt } = wanted;
  const createdAt = ctx.resources.now();
  refuseEnd(expiresAt, createdAt);
  // before a code is used up for nothing; asked again with the lock held
  await refuseForeign(ctx.em, userId, projectIds);
  const proof = await prove(ctx, { currentPassword, code });
  const token = API_TOKEN_PREFIX + newToken();
  const row: ApiTokenRow = { id: newId(), name, scope, projectIds, createdAt, expiresAt, lastUsedAt: null };
  await accountCommand(
    ctx,
    'createApiToken',
    wanted,
    async ({ em, now }) => {
      await proof.require(em);
      await refuseForeign(em, userId, projectIds);
      const db = em.getKysely();
      const { rows } = await sql<{ standing: number }>`
        select count(*)::int as standing from api_token
        where user_id = ${userId} and revoked_at is null and expires_at > ${now}`.execute(db);
      if ((rows[0]?.standing ?? 0) >= API_TOKENS.max) {
        throw conflict(`You have ${API_TOKENS.max} tokens. Revoke one that you do not need any more.`);
      }
      await sql`
        insert into api_token (id, user_id, name, scope, project_ids, token_hash, created_at, expires_at)
        values (${row.id}, ${userId}, ${name}, ${scope}, ${projectIds}::uuid[], ${hashOfToken(token)}, ${createdAt},
          ${expiresAt})`.execute(db);
      await addJob(em, 'mailApiToken', { template: 'made', tokenId: row.id });
    },
    () => Promise.reject(conflict('This was done, and its token is told once. Revoke it and make another one.')),
  );
  securityEvent(ctx, 'api_token_made');
  return { token, apiToken: API_TOKENS_SHOWN.of(row) };
}

/** Ends one of the viewer's tokens: it is worthless at once, its sockets close within two seconds. */
export async function revokeApiToken(ctx: Context, given: unknown): Promise<{ apiTokenId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(given);
  const isDone = await accountCommand(ctx, 'revokeApiToken', { id }, async ({ em, now }) => {
    const { rows } = await sql`
      update api_token set revoked_at = ${now}
      where id = ${id} and user_id = ${userId} and revoked_at is null and expires_at > ${now}
      returning id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Token');
  });
  if (isDone) securityEvent(ctx, 'api_token_revoked');
  return { apiTokenId: id };
}

/** From now on no program acts for this person. In a transaction that holds the account's lock. */
export async function endApiTokens(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update api_token set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`.execute(
    em.getKysely(),
  );
}

/** How many are told of in one transaction. */
const BATCH = 500;

/**
 * Tells people of their tokens that end within a week: once each, whatever the number of processes; but not of those that
 * were made for less. Answers of how many.
 */
export async function scanApiTokens({ orm, now }: Resources): Promise<number> {
  const at = now();
  const notice = `${API_TOKENS.toldDays} days`;
  let total = 0;
  for (;;) {
    const told = await orm.em.fork().transactional(async (em) => {
      const { rows } = await sql<{ tokenId: string }>`
        update api_token set told_at = ${at} where id in (
          select id from api_token
          where told_at is null and revoked_at is null and expires_at > ${at}
            and expires_at <= ${at}::timestamptz + ${notice}::interval
            and expires_at > created_at + ${notice}::interval
          order by expires_at limit ${BATCH} for update skip locked)
        returning id as "tokenId"`.execute(em.getKysely());
      await addJobs(
        em,
        'mailApiToken',
        rows.map(({ tokenId }) => ({ template: 'ends', tokenId })),
      );
      return rows.length;
    });
    total += told;
    if (told < BATCH) return total;
  }
}
