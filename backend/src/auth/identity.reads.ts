import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { Env } from '../env.js';
import { toIssuer } from '../platform/oidc/oidcClient.js';
import type { Context } from '../request/context.js';
import { endSignInProofs } from './signInProof.js';

/** A person at an OpenID Connect provider who can sign in to an account. */
export interface IdentityRow {
  id: string;
  /** The provider's id in `signInWays`; null if the server no longer uses this provider. */
  provider: string | null;
  name: string;
  issuer: string;
  subject: string;
  email: string | null;
  linkedAt: Date;
  lastUsedAt: Date | null;
}

/** The id of the provider of the settings. */
export const PROVIDER = 'oidc';

/** Whether this is the configured issuer. The setting may have a trailing slash. */
export const isConfigured = ({ oidc }: Pick<Env, 'oidc'>, issuer: string): boolean =>
  oidc !== undefined && toIssuer(oidc.issuer) === issuer;

const hostOf = (issuer: string): string => (URL.canParse(issuer) ? new URL(issuer).hostname : issuer);

export async function readIdentities(ctx: Context, em: EntityManager, userId: string): Promise<IdentityRow[]> {
  const { env } = ctx.resources;
  type Row = Omit<IdentityRow, 'provider' | 'name' | 'linkedAt' | 'lastUsedAt'> &
    Record<'linkedAt' | 'lastUsedAt', string>;
  const { rows } = await sql<Row>`
    select id, issuer, subject, email, linked_at as "linkedAt", last_used_at as "lastUsedAt" from identity
    where user_id = ${userId} order by linked_at, id`.execute(em.getKysely());
  return rows.map((row) => ({
    ...row,
    provider: isConfigured(env, row.issuer) ? PROVIDER : null,
    name: isConfigured(env, row.issuer) && env.oidc ? env.oidc.name : hostOf(row.issuer),
    linkedAt: new Date(row.linkedAt),
    lastUsedAt: row.lastUsedAt === null ? null : new Date(row.lastUsedAt),
  }));
}

/** Unlinks all identities of a user. The caller must have locked the account. */
export async function endIdentities(em: EntityManager, userId: string): Promise<void> {
  await sql`delete from identity where user_id = ${userId}`.execute(em.getKysely());
  await endSignInProofs(em, userId);
}
