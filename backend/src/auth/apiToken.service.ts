import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { createApiTokenSchema } from '../../contract/apiTokens.js';
import { API_TOKENS, DAY_MS } from '../../contract/limits.js';
import { type Context, requireViewer, type Resources } from '../request/context.js';
import { conflict, fieldError, invalid, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { addJob, addJobs } from '../platform/jobs/addJob.js';
import { parse } from '../platform/lib/parse.js';
import { securityEvent } from '../request/securityEvents.js';
import { accountCommand, refuseRepeat } from './accountCommand.js';
import { API_TOKEN_PREFIX, API_TOKEN_ROWS, type ApiTokenRow } from './apiToken.reads.js';
import { isLive } from './isLive.js';
import { hashToken, generateToken } from './linkToken.js';
import { reauthenticate } from './proof.js';

/** A new token, which is returned only once, and its row. */
export interface CreatedApiToken {
  token: string;
  apiToken: ApiTokenRow;
}

function checkExpiry(expiresAt: Date, now: Date): void {
  const life = expiresAt.getTime() - now.getTime();
  // also refuses NaN
  if (!(life > 0)) throw invalid({ expiresAt: fieldError('notInFuture', 'The expiry date must be in the future') });
  if (life > API_TOKENS.days * DAY_MS) {
    const { days } = API_TOKENS;
    throw invalid({ expiresAt: fieldError('tooFarAhead', 'A token can last at most a year', { days }) });
  }
}

/** Absent projects and projects of others get the same error. */
async function checkProjects(em: EntityManager, userId: string, projectIds: readonly string[] | null): Promise<void> {
  if (projectIds === null) return;
  const { rows } = await sql`
    select 1 from project_member m join project p on p.id = m.project_id and p.deleted_at is null
    where m.user_id = ${userId} and m.project_id = any(${[...projectIds]}::uuid[])`.execute(em.getKysely());
  if (rows.length < projectIds.length)
    throw invalid({ projectIds: fieldError('projectNotFound', 'Project not found') });
}

/**
 * Creates an API token for the viewer: for all or some of their projects, to read or to write, for a year at most. Only
 * a hash is stored. Throws CONFLICT if the viewer has 50 tokens.
 */
export async function createApiToken(ctx: Context, raw: unknown): Promise<CreatedApiToken> {
  const { userId } = requireViewer(ctx);
  const { currentPassword, proof: given, code = null, ...wanted } = parse(createApiTokenSchema, raw);
  const { name, scope, projectIds = null, expiresAt } = wanted;
  const createdAt = ctx.resources.now();
  checkExpiry(expiresAt, createdAt);
  // before a code is consumed; checked again with the account locked
  await checkProjects(ctx.em, userId, projectIds);
  const proof = await reauthenticate(ctx, { currentPassword, proof: given, code });
  const token = API_TOKEN_PREFIX + generateToken();
  const row: ApiTokenRow = { id: newId(), name, scope, projectIds, createdAt, expiresAt, lastUsedAt: null };
  await accountCommand(
    ctx,
    'createApiToken',
    wanted,
    async ({ em, now }) => {
      await proof.require(em);
      await checkProjects(em, userId, projectIds);
      const db = em.getKysely();
      const { rows } = await sql<{ active: number }>`
        select count(*)::int as active from api_token
        where user_id = ${userId} and ${isLive(now)}`.execute(db);
      if ((rows[0]?.active ?? 0) >= API_TOKENS.max) {
        throw conflict(`You have ${API_TOKENS.max} tokens. Revoke one that you no longer need.`);
      }
      await sql`
        insert into api_token (id, user_id, name, scope, project_ids, token_hash, created_at, expires_at)
        values (${row.id}, ${userId}, ${name}, ${scope}, ${projectIds}::uuid[], ${hashToken(token)}, ${createdAt},
          ${expiresAt})`.execute(db);
      await addJob(em, 'mailApiToken', { template: 'made', tokenId: row.id });
    },
    refuseRepeat('This token was created before, and a token is shown only once. Revoke it and create another one.'),
  );
  securityEvent(ctx, 'api_token_made');
  return { token, apiToken: API_TOKEN_ROWS.of(row) };
}

/** Stops imports and their undos that a token has started, or any of the person's tokens. They belong to a later module. */
async function stopImports(em: EntityManager, userId: string, at: Date, tokenId: string | null): Promise<void> {
  await sql`
    update import set state = 'STOPPED', finished_at = ${at}
    where user_id = ${userId} and token_id = coalesce(${tokenId}, token_id)
      and state in ('WAITING', 'RUNNING', 'UNDOING')`.execute(em.getKysely());
}

/** Revokes one of the viewer's tokens, and stops the imports that it has started; its sockets close within two seconds. */
export async function revokeApiToken(ctx: Context, given: unknown): Promise<{ apiTokenId: string }> {
  const { userId } = requireViewer(ctx);
  const id = parseId(given);
  const isDone = await accountCommand(ctx, 'revokeApiToken', { id }, async ({ em, now }) => {
    const { rows } = await sql`
      update api_token set revoked_at = ${now}
      where id = ${id} and user_id = ${userId} and ${isLive(now)}
      returning id`.execute(em.getKysely());
    if (rows.length === 0) throw notFound('Token');
    await stopImports(em, userId, now, id);
  });
  if (isDone) securityEvent(ctx, 'api_token_revoked');
  return { apiTokenId: id };
}

/** Revokes all API tokens of a user, and stops their imports. The caller must have locked the account. */
export async function deleteApiTokens(em: EntityManager, userId: string, at: Date): Promise<void> {
  await sql`update api_token set revoked_at = ${at} where user_id = ${userId} and revoked_at is null`.execute(
    em.getKysely(),
  );
  await stopImports(em, userId, at, null);
}

const BATCH = 500;

/**
 * Queues a mail for each token that expires within a week, once per token across all processes. Skips tokens created
 * for a shorter time. Returns the number of mails.
 */
export async function scanApiTokens({ orm, now }: Resources): Promise<number> {
  const at = now();
  const notice = `${API_TOKENS.noticeDays} days`;
  let total = 0;
  for (;;) {
    const count = await orm.em.fork().transactional(async (em) => {
      const { rows } = await sql<{ tokenId: string }>`
        update api_token set told_at = ${at} where id in (
          select id from api_token
          where told_at is null and ${isLive(at)}
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
    total += count;
    if (count < BATCH) return total;
  }
}
