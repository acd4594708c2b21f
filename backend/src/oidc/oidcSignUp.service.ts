import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { createPerson, readSignUpRefusal, requireInvitation } from '../accounts/registration.service.js';
import { signIn, type SignedIn } from '../auth/openSession.js';
import type { OidcEnv } from '../env.js';
import { forbidden } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import type { Context } from '../request/context.js';
import { limitAddress } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import type { Profile } from './claims.js';

/** Usernames to try: the wanted one, with a digit, and with random digits. */
const candidates = (wanted: string): string[] => [
  wanted,
  ...[2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `${wanted}${digit}`),
  `${wanted}${Math.floor(100_000 + Math.random() * 900_000)}`,
];

async function findFreeUsername({ em }: Context, wanted: string): Promise<string> {
  const names = candidates(wanted);
  const { rows } = await sql<{ name: string }>`
    select lower(username) as name from account
    where lower(username) = any(${names.map((name) => name.toLowerCase())}::text[])`.execute(em.getKysely());
  const taken = new Set(rows.map(({ name }) => name));
  return names.find((name) => !taken.has(name.toLowerCase())) ?? wanted;
}

/**
 * Creates an account for a person of the provider, and signs in. `OIDC_SIGN_UP` decides who may, and without it `SIGN_UP`.
 * `also` runs in the same transaction.
 */
export async function signUpByProvider(
  ctx: Context,
  { name, signUp }: OidcEnv,
  { email, isVerified, ...person }: Profile & { email: string },
  token: string | null,
  also: (em: EntityManager, userId: string) => Promise<void>,
): Promise<SignedIn> {
  await limitAddress(ctx, 'registerPerAddress');
  if (signUp === false) {
    securityEvent(ctx, 'registration_refused', { email });
    throw forbidden(
      `There is no account for you here, and ${name} does not create one. Ask the people who run this server.`,
    );
  }
  const invitation = await requireInvitation(ctx, token);
  const refusal = signUp ? null : await readSignUpRefusal(ctx, email, invitation);
  const account = {
    ...person,
    id: newId(),
    email,
    username: await findFreeUsername(ctx, person.username),
    // no password matches an empty hash, so people sign in with the provider until they set a password
    passwordHash: '',
  };
  const { user, opened } = await createPerson(ctx, account, { invitation, refusal, isVerified, also });
  return signIn(ctx, opened, { user });
}
