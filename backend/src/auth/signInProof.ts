import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { OIDC } from '../../contract/limits.js';
import { type Context, requireViewer } from '../request/context.js';
import { generateToken, hashToken } from './linkToken.js';

/** A fresh sign-in at the provider. It confirms actions in this session until it expires, as a password would. */
export interface SignInProof {
  token: string;
  expiresAt: Date;
}

export async function createSignInProof(ctx: Context, em: EntityManager): Promise<SignInProof> {
  const { userId, sessionId } = requireViewer(ctx);
  const token = generateToken();
  const expiresAt = new Date(ctx.resources.now().getTime() + OIDC.proofMinutes * 60_000);
  await sql`
    insert into sign_in_proof (token_hash, user_id, session_id, expires_at)
    values (${hashToken(token)}, ${userId}, ${sessionId}, ${expiresAt})`.execute(em.getKysely());
  return { token, expiresAt };
}

export async function isSignInProof(ctx: Context, token: string): Promise<boolean> {
  const { userId, sessionId } = requireViewer(ctx);
  const { rows } = await sql`
    select 1 from sign_in_proof
    where token_hash = ${hashToken(token)} and user_id = ${userId} and session_id = ${sessionId}
      and expires_at > ${ctx.resources.now()}`.execute(ctx.em.getKysely());
  return rows.length > 0;
}

/** Ends all proofs of a user, for when the identity that gave them is unlinked. The caller must have locked the account. */
export async function endSignInProofs(em: EntityManager, userId: string): Promise<void> {
  await sql`delete from sign_in_proof where user_id = ${userId}`.execute(em.getKysely());
}
