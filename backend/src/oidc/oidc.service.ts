import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { beginOidcSchema, completeOidcSchema, linkIdentitySchema } from '../../contract/oidc.js';
import { OIDC } from '../../contract/limits.js';
import type { OidcEnv } from '../env.js';
import { accountCommand } from '../auth/accountCommand.js';
import { refuseSuspended } from '../auth/auth.service.js';
import { type Challenge, issueChallenge } from '../auth/challenge.js';
import { isConfigured, type IdentityRow, readIdentities } from '../auth/identity.reads.js';
import { requireLiveAccess } from '../auth/liveAccess.js';
import { type OpenedSession, openSession, signIn, type SignedIn } from '../auth/openSession.js';
import { mayUsePassword } from '../auth/passwordSignIn.js';
import { type Account, findAccount } from '../auth/passwordAttempt.js';
import { readViewerAccount, reauthenticate, refuseReverted } from '../auth/proof.js';
import { emailVerifiedAt, markEmailVerified, recordVerifiedEmail } from '../auth/verifiedEmail.js';
import { createSignInProof, endSignInProofs, type SignInProof } from '../auth/signInProof.js';
import { refuseTaken } from '../auth/uniqueNames.js';
import { uniqueViolation } from '../platform/database/databaseErrors.js';
import { addJob } from '../platform/jobs/addJob.js';
import { conflict, fieldError, forbidden, invalid, notFound, unauthenticated } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import type { OidcPerson } from '../platform/oidc/oidcClient.js';
import { OidcFailure } from '../platform/oidc/oidcFailure.js';
import { type Context, requireActive, requireViewer } from '../request/context.js';
import { limitAddress } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import type { UserRow } from '../users/user.reads.js';
import { getUser } from '../users/user.service.js';
import {
  type Attempt,
  beginAttempt,
  type BegunAttempt,
  consumeAttempt,
  type Provider,
  providerFailed,
  redirectUri,
  requireProvider,
} from './attempt.js';
import { type Profile, readProfile } from './claims.js';
import { signUpByProvider } from './oidcSignUp.service.js';

/** Begins a sign-in at the provider, or with `for: PROOF` a proof for the viewer. */
export async function beginOidc(ctx: Context, raw: unknown): Promise<BegunAttempt> {
  const { provider: id, for: purpose } = parse(beginOidcSchema, raw);
  const provider = requireProvider(ctx, id ?? undefined);
  await limitAddress(ctx, 'oidcPerAddress');
  if (purpose === 'PROOF') requireActive(ctx, { allowPendingDeletion: false });
  return beginAttempt(ctx, provider, purpose ?? 'SIGN_IN');
}

/** Begins to link an identity to the viewer's account, which requires the password or a proof. */
export async function linkIdentity(ctx: Context, raw: unknown): Promise<BegunAttempt> {
  const { provider: id, ...given } = parse(linkIdentitySchema, raw);
  const provider = requireProvider(ctx, id ?? undefined);
  await limitAddress(ctx, 'oidcPerAddress');
  const proof = await reauthenticate(ctx, { code: null, ...given });
  await accountCommand(
    ctx,
    'linkIdentity',
    {},
    ({ em }) => proof.require(em),
    () => (proof.refusal ? Promise.reject(invalid(proof.refusal)) : Promise.resolve()),
  );
  return beginAttempt(ctx, provider, 'LINK');
}

/** The result of a completed sign-in at the provider. Fields that do not apply to its purpose are null. */
export interface OidcResult {
  user: UserRow | null;
  tokens: SignedIn['tokens'] | null;
  challenge: Challenge | null;
  proof: SignInProof | null;
}

const NOTHING: OidcResult = { user: null, tokens: null, challenge: null, proof: null };

/** Throws VALIDATION_FAILED for a signed-in person, because UNAUTHENTICATED would sign them out. */
function refuseAnswer(ctx: Context): never {
  securityEvent(ctx, 'oidc_refused');
  const text = 'This sign-in has ended, or began in another tab. Please start again.';
  throw ctx.viewer ? invalid({ state: fieldError('signInEnded', text) }) : unauthenticated(text);
}

/**
 * Completes what `beginOidc` or `linkIdentity` began, once, with the verifier of the tab that began it. Throws
 * UNAUTHENTICATED, or for signed-in people VALIDATION_FAILED at `state`, for a state or an answer that is forged, expired,
 * used or of another attempt.
 */
export async function completeOidc(ctx: Context, raw: unknown): Promise<OidcResult> {
  const { state, code, iss = null, verifier, invitation = null } = parse(completeOidcSchema, raw);
  const provider = requireProvider(ctx);
  await limitAddress(ctx, 'oidcPerAddress');
  const attempt = await consumeAttempt(ctx, ctx.em, { state, verifier });
  if (!attempt) return refuseAnswer(ctx);
  const { nonce, maxAge } = attempt;
  const answer = { redirectUri: redirectUri(ctx), state, nonce, maxAge, code, iss, verifier };
  const person = await provider.client.complete(answer).catch((error: unknown) => {
    if (error instanceof OidcFailure && error.kind === 'refused') return refuseAnswer(ctx);
    if (error instanceof OidcFailure && error.kind === 'stale') {
      securityEvent(ctx, 'oidc_refused');
      throw forbidden(`${provider.settings.name} did not ask you to sign in again. Sign out there and try again.`);
    }
    throw providerFailed(error, provider.settings);
  });
  return completePurpose(ctx, provider, attempt, person, invitation);
}

function completePurpose(
  ctx: Context,
  provider: Provider,
  { purpose }: Attempt,
  person: OidcPerson,
  invitation: string | null,
): Promise<OidcResult> {
  switch (purpose) {
    case 'SIGN_IN':
      return signInByIdentity(ctx, provider, person, invitation);
    case 'LINK':
      return link(ctx, provider, person);
    case 'PROOF':
      return proveByIdentity(ctx, provider, person);
  }
}

interface FoundIdentity {
  id: string;
  userId: string;
}

async function findIdentity(em: EntityManager, { issuer, subject }: OidcPerson): Promise<FoundIdentity | null> {
  const { rows } = await sql<FoundIdentity>`
    select id, user_id as "userId" from identity where issuer = ${issuer} and subject = ${subject}`.execute(
    em.getKysely(),
  );
  return rows[0] ?? null;
}

/** Links an identity. Throws CONFLICT if the account, which the caller has locked or just created, has too many. */
async function insertIdentity(
  ctx: Context,
  em: EntityManager,
  userId: string,
  { issuer, subject }: OidcPerson,
  { email }: Profile,
): Promise<void> {
  const now = ctx.resources.now();
  const db = em.getKysely();
  await sql`
    insert into identity (id, user_id, issuer, subject, email, linked_at, last_used_at)
    values (${newId()}, ${userId}, ${issuer}, ${subject}, ${email}, ${now}, ${now})`.execute(db);
  // counted afterwards, so that of two tabs with the same identity, the second one finds it
  const { rows } = await sql<{ linked: number }>`
    select count(*)::int as linked from identity where user_id = ${userId}`.execute(db);
  if ((rows[0]?.linked ?? 0) > OIDC.identities) {
    throw conflict(`You have linked ${OIDC.identities} accounts already. Unlink one first.`);
  }
}

/** Signs in to an account, or issues the challenge of its second factor. Runs `also` with the account locked. */
async function openSessionOrChallenge(
  ctx: Context,
  account: Account,
  also: (em: EntityManager) => Promise<void>,
): Promise<OidcResult> {
  refuseSuspended(ctx, account);
  const begun = await ctx.resources.orm.em.fork().transactional<Challenge | OpenedSession>(async (em) => {
    const db = em.getKysely();
    const { rows: same } = await sql`
      select 1 from account where id = ${account.id} and suspended_at is null for no key update`.execute(db);
    if (same.length === 0) return refuseAnswer(ctx);
    await also(em);
    const { rows: factors } = await sql`
      select 1 from two_factor where user_id = ${account.id} and confirmed_at is not null`.execute(db);
    return factors.length > 0 ? issueChallenge(ctx, em, account) : openSession(ctx, em, account.id);
  });
  const details = { userId: account.id, device: account.knowsDevice ? 'known' : 'unknown' } as const;
  if ('token' in begun) {
    securityEvent(ctx, 'second_factor_asked', details);
    return { ...NOTHING, challenge: begun };
  }
  securityEvent(ctx, 'signed_in', details);
  return { ...NOTHING, ...(await signIn(ctx, begun, account)) };
}

/** Signs in by a linked identity. */
async function signInByLinkedIdentity(ctx: Context, person: OidcPerson, found: FoundIdentity): Promise<OidcResult> {
  const account = await findAccount(ctx, sql`a.id = ${found.userId}`);
  if (!account) throw forbidden('This account has been deleted.');
  const profile = readProfile(person.claims);
  return openSessionOrChallenge(ctx, account, async (em) => {
    const at = ctx.resources.now();
    // it may have been unlinked meanwhile
    const { rows } = await sql`
      update identity set last_used_at = ${at}, email = coalesce(${profile.email}, email)
      where id = ${found.id} and user_id = ${account.id} returning id`.execute(em.getKysely());
    if (rows.length === 0) refuseAnswer(ctx);
    if (!profile.isVerified || profile.email === null) return;
    // ends nothing that was set up before: only the account's own person could link the identity
    const isFirst = await recordVerifiedEmail(em, { userId: account.id, at, email: profile.email });
    if (isFirst) securityEvent(ctx, 'email_verified', { userId: account.id });
  });
}

/** Links the identity to the account with the same email address, which both sides must have verified, and signs in. */
async function signInByVerifiedEmail(
  ctx: Context,
  { settings }: Provider,
  person: OidcPerson,
  profile: Profile & { email: string },
): Promise<OidcResult | null> {
  const account = await findAccount(ctx, sql`lower(a.email) = lower(${profile.email})`);
  if (!account) return null;
  const { name } = settings;
  if (!profile.isVerified) {
    throw forbidden(
      ctx.resources.env.passwordSignIn
        ? `There is an account with your email address, but ${name} has not verified that the address is yours. ` +
            `Sign in another way, and link ${name} in the settings.`
        : `There is an account with your email address, but ${name} has not verified that the address is yours. ` +
            'Ask the people who run this server.',
    );
  }
  if (!(await isVerified(ctx.em, account, profile.email))) return refuseUnverified(ctx, account, settings);
  return openSessionOrChallenge(ctx, account, async (em) => {
    // the address may have changed meanwhile
    if (!(await isVerified(em, account, profile.email))) refuseAnswer(ctx);
    await insertIdentity(ctx, em, account.id, person, profile);
    await addJob(em, 'mailAccount', { template: 'identityLinked', userId: account.id });
    securityEvent(ctx, 'identity_linked', { userId: account.id });
  });
}

async function isVerified(em: EntityManager, { id }: Account, email: string): Promise<boolean> {
  const { rows } = await sql<{ isVerified: boolean }>`
    select ${emailVerifiedAt} is not null as "isVerified" from account a
    where a.id = ${id} and lower(a.email) = lower(${email})`.execute(em.getKysely());
  return rows[0]?.isVerified === true;
}

/** Someone else may have created the account with this address. Tells the owner of the address how to get it. */
async function refuseUnverified(ctx: Context, { id: userId }: Account, { name }: OidcEnv): Promise<never> {
  if (ctx.resources.env.passwordSignIn) {
    throw forbidden(
      'There is an account with your email address, but no one has verified the address yet. ' +
        `Sign in with the password and link ${name} in the settings, or reset the password and try again.`,
    );
  }
  await addJob(ctx.em, 'mailVerification', { userId });
  throw forbidden(
    'There is an account with your email address, but no one has verified the address yet. ' +
      `We have sent a link there: open it, then continue with ${name} again.`,
  );
}

/** Unique constraints that concurrent sign-ins can violate, and the number of attempts. */
const RACE_CONSTRAINTS: ReadonlySet<string> = new Set([
  'identity_subject_unique',
  'account_email_unique',
  'account_username_unique',
]);
const ATTEMPTS = 5;

async function signInByIdentity(
  ctx: Context,
  provider: Provider,
  person: OidcPerson,
  invitation: string | null,
): Promise<OidcResult> {
  const attempt = async (): Promise<OidcResult> => {
    const found = await findIdentity(ctx.em, person);
    if (found) return signInByLinkedIdentity(ctx, person, found);
    const { email, ...rest } = readProfile(person.claims);
    if (email === null) {
      throw forbidden(
        `${provider.settings.name} did not tell your email address, which an account needs. ` +
          'Ask the people who run this server.',
      );
    }
    const profile = { email, ...rest };
    return (
      (await signInByVerifiedEmail(ctx, provider, person, profile)) ?? {
        ...NOTHING,
        ...(await signUpByProvider(ctx, provider.settings, profile, invitation, (em, userId) =>
          insertIdentity(ctx, em, userId, person, profile),
        )),
      }
    );
  };
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      // two tabs completed a sign-in at once: the other one has linked or created the account; or someone else took the
      // username
      if (!RACE_CONSTRAINTS.has(uniqueViolation(error) ?? '')) throw error;
      // an account that is about to be deleted still has the address
      if (tries === ATTEMPTS) return refuseTaken(ctx, { email: readProfile(person.claims).email ?? '' })(error);
    }
  }
}

/** Links an identity to the viewer's account. */
async function link(ctx: Context, { settings }: Provider, person: OidcPerson): Promise<OidcResult> {
  requireActive(ctx, { allowPendingDeletion: false });
  const { userId, sessionId } = requireViewer(ctx);
  const { name } = settings;
  const profile = readProfile(person.claims);
  const account = await readViewerAccount(ctx);
  refuseReverted(account);
  const isNew = await ctx.resources.orm.em
    .fork()
    .transactional(async (em) => {
      await sql`select 1 from account where id = ${userId} for update`.execute(em.getKysely());
      // the provider took its time to answer: what has ended the access since has unlinked all identities
      await requireLiveAccess(ctx, em);
      const found = await findIdentity(em, person);
      if (found?.userId === userId) return false;
      if (found) throw conflict(`This account of ${name} is linked to another account here.`);
      await insertIdentity(ctx, em, userId, person, profile);
      if (profile.isVerified && profile.email !== null) {
        const { email } = profile;
        // keeps the linked identities, because the session proves that they are the person's
        await markEmailVerified(ctx, em, { userId, at: ctx.resources.now(), email, sessionId });
      }
      await addJob(em, 'mailAccount', { template: 'identityLinked', userId });
      return true;
    })
    .catch((error: unknown) => {
      if (uniqueViolation(error) !== 'identity_subject_unique') throw error;
      throw conflict(`This account of ${name} is linked to another account here.`);
    });
  if (isNew) securityEvent(ctx, 'identity_linked');
  return { ...NOTHING, user: await getUser(ctx, userId) };
}

/** Proves the viewer's identity: the fresh sign-in must use one of the viewer’s identities. */
async function proveByIdentity(ctx: Context, { settings }: Provider, person: OidcPerson): Promise<OidcResult> {
  requireActive(ctx, { allowPendingDeletion: false });
  const { userId } = requireViewer(ctx);
  const found = await findIdentity(ctx.em, person);
  if (found?.userId !== userId) {
    securityEvent(ctx, 'oidc_refused');
    throw forbidden(`You signed in to ${settings.name} with an account that is not linked here. Use the linked one.`);
  }
  return { ...NOTHING, proof: await createSignInProof(ctx, ctx.em) };
}

/** Unlinks an identity of the viewer. Throws CONFLICT for the last way to sign in. */
export async function unlinkIdentity(ctx: Context, given: unknown): Promise<{ identityId: string }> {
  const { userId } = requireViewer(ctx);
  const { env } = ctx.resources;
  const id = parseId(given);
  const isDone = await accountCommand(ctx, 'unlinkIdentity', { id }, async ({ em }) => {
    const db = em.getKysely();
    const { rows } = await sql<{ hasPassword: boolean; isAdmin: boolean }>`
      select password_hash <> '' as "hasPassword", is_admin as "isAdmin" from account
      where id = ${userId} for update`.execute(db);
    const identities = await readIdentities(ctx, em, userId);
    const unlinked = identities.find((identity) => identity.id === id);
    if (!unlinked) throw notFound('Identity');
    const isWay = ({ issuer }: IdentityRow): boolean => isConfigured(env, issuer);
    const hasPassword = rows[0]?.hasPassword === true && mayUsePassword(env, rows[0]);
    const others = identities.filter((identity) => identity !== unlinked && isWay(identity));
    if (isWay(unlinked) && !hasPassword && others.length === 0) {
      throw conflict(
        env.passwordSignIn
          ? 'This is your only way to sign in. Set a password first.'
          : 'This is your only way to sign in.',
      );
    }
    await sql`delete from identity where id = ${id}`.execute(db);
    await endSignInProofs(em, userId);
    // it may be of a provider that this server no longer uses
    await addJob(em, 'mailAccount', { template: 'identityUnlinked', userId, provider: unlinked.name });
  });
  if (isDone) securityEvent(ctx, 'identity_unlinked');
  return { identityId: id };
}
