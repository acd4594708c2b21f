import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { OIDC } from '../../contract/limits.js';
import { generateToken, hashToken } from '../auth/linkToken.js';
import { notFound, unavailable } from '../platform/lib/errors.js';
import { PROVIDER } from '../auth/identity.reads.js';
import type { OidcEnv } from '../env.js';
import type { OidcClient } from '../platform/oidc/oidcClient.js';
import { OidcFailure } from '../platform/oidc/oidcFailure.js';
import type { Context } from '../request/context.js';

export type Purpose = 'SIGN_IN' | 'LINK' | 'PROOF';

/** A sign-in at the provider that has begun. Only the browser tab that began it has the verifier, and so can complete it. */
export interface BegunAttempt {
  /** The URL at the provider to open. */
  url: string;
  state: string;
  verifier: string;
}

export interface Attempt {
  purpose: Purpose;
  nonce: string;
  maxAge: number | null;
}

/** The S256 challenge of a PKCE verifier (RFC 7636). */
const toChallenge = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

const maxAgeOf = (purpose: Purpose): number | null => (purpose === 'PROOF' ? OIDC.proofMaxAgeSeconds : null);

/** The page that the provider sends people back to. */
export const redirectUri = ({ resources }: Pick<Context, 'resources'>): string => `${resources.env.publicUrl}/oidc`;

export interface Provider {
  settings: OidcEnv;
  client: OidcClient;
}

/** Returns the provider of an id, or the only one; throws NOT_FOUND. */
export function requireProvider({ resources }: Context, id: string | null = PROVIDER): Provider {
  const { env, oidc } = resources;
  if (id !== PROVIDER || !env.oidc || !oidc) throw notFound('Provider');
  return { settings: env.oidc, client: oidc };
}

/** The refusal for failures that people at the browser cannot fix. */
export function providerFailed(error: unknown, { name }: OidcEnv): Error {
  if (!(error instanceof OidcFailure)) return error as Error;
  return unavailable(
    error.kind === 'unreachable'
      ? `${name} does not answer. Please try again in a moment.`
      : `${name} does not accept this server. Ask the people who run it to check its settings.`,
  );
}

/**
 * Begins a sign-in at the provider. A sign-in to link an identity, or to prove the viewer's identity, belongs to the
 * viewer's session.
 */
export async function beginAttempt(ctx: Context, provider: Provider, purpose: Purpose): Promise<BegunAttempt> {
  const { resources, viewer } = ctx;
  const state = generateToken();
  const nonce = generateToken();
  const verifier = randomBytes(48).toString('base64url');
  const challenge = toChallenge(verifier);
  const url = await provider.client
    .begin({ redirectUri: redirectUri(ctx), state, nonce, challenge, maxAge: maxAgeOf(purpose) })
    .catch((error: unknown) => Promise.reject(providerFailed(error, provider.settings)));
  const [userId, sessionId] = purpose === 'SIGN_IN' ? [null, null] : [viewer?.userId, viewer?.sessionId];
  const expiresAt = new Date(resources.now().getTime() + OIDC.minutes * 60_000);
  await sql`
    insert into oidc_attempt (state_hash, purpose, user_id, session_id, challenge, nonce, expires_at)
    values (${hashToken(state)}, ${purpose}, ${userId}, ${sessionId}, ${challenge}, ${nonce}, ${expiresAt})`.execute(
    ctx.em.getKysely(),
  );
  return { url: url.href, state, verifier };
}

/**
 * Uses up an attempt: finds it by its state, and checks the verifier and the session that began it. A wrong verifier
 * does not use it up, so someone who has seen the address cannot end another person's sign-in.
 */
export async function consumeAttempt(
  { resources, viewer }: Context,
  em: EntityManager,
  { state, verifier }: { state: string; verifier: string },
): Promise<Attempt | null> {
  const { rows } = await sql<Omit<Attempt, 'maxAge'>>`
    delete from oidc_attempt
    where state_hash = ${hashToken(state)} and challenge = ${toChallenge(verifier)} and expires_at > ${resources.now()}
      and (user_id is null or (user_id = ${viewer?.userId ?? null} and session_id::text = ${viewer?.sessionId ?? ''}))
    returning purpose, nonce`.execute(em.getKysely());
  const [found] = rows;
  return found ? { ...found, maxAge: maxAgeOf(found.purpose) } : null;
}
