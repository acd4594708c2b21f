import { setTimeout } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { SignUp } from '../../contract/admin.js';
import { registerSchema } from '../../contract/auth.js';
import { type CreatedAccount, createAccount } from '../auth/auth.service.js';
import { refuseCommon } from '../auth/commonPasswords.js';
import { signIn, type SignedIn } from '../auth/openSession.js';
import { passwordSignInOff } from '../auth/passwordSignIn.js';
import { hashQueueTurn } from '../auth/passwordAttempt.js';
import { refuseTaken } from '../auth/uniqueNames.js';
import type { Env } from '../env.js';
import { readSignUpMode } from '../request/serverValues.js';
import { command } from '../write/command.js';
import type { Context, Resources } from '../request/context.js';
import { ADVISORY_LOCKS } from '../platform/database/advisoryLocks.js';
import { type AppError, fieldError, forbidden, invalid } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { limitAddress } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import {
  type AccountInvitation,
  endAccountInvitation,
  endAccountInvitationTo,
  findAccountInvitation,
} from './accountInvitation.service.js';
import { joinByLink, requireInvitationByToken, type TokenInvitation } from '../projects/invitationLink.service.js';

const USED = fieldError('invitationUsed', 'This invitation was already used. Each works once.');

/** Includes deleted accounts. */
async function hasAccounts(em: EntityManager): Promise<boolean> {
  const { rows } = await sql`select 1 from account limit 1`.execute(em.getKysely());
  return rows.length > 0;
}

/** A person who is invited to a project or, by an administrator, to the server. */
interface Invited {
  email: string;
  by: 'owner' | 'administrator';
}

/** Returns why this address may not sign up, or null. Does not depend on whether the address has an account. */
function refuseSignUp(
  signUp: SignUp,
  { signUpDomains }: Pick<Env, 'signUpDomains'>,
  email: string,
  invited: Invited | null,
): AppError | null {
  if (signUp === 'closed' && invited?.by !== 'administrator') {
    return forbidden('Sign-up is closed on this server. Ask the people who run it.');
  }
  if (signUp === 'invited' && !invited) {
    return forbidden('You need an invitation to create an account here. Ask someone who owns a project to invite you.');
  }
  if (invited && (signUp !== 'open' || invited.by === 'administrator')) {
    const isInScope = invited.email.toLowerCase() === email.toLowerCase();
    if (isInScope) return null;
    const to = invited.email;
    return invalid({ email: fieldError('otherAddressInvited', `This invitation is for ${to}`, { email: to }) });
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (invited || signUpDomains.length === 0 || signUpDomains.includes(domain)) return null;
  const message = `Only addresses at ${signUpDomains.join(' or ')} can sign up here`;
  return invalid({ email: fieldError('otherDomain', message, { domains: signUpDomains }) });
}

/**
 * Locks the creation of the first account, which becomes the administrator. Returns false if an account exists.
 * Accounts without a caller, such as those of the demo, do not count as first.
 */
async function isFirstAccount({ caller }: Context, em: EntityManager): Promise<boolean> {
  if (!caller || (await hasAccounts(em))) return false;
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.firstAccount})`.execute(em.getKysely());
  return !(await hasAccounts(em));
}

/** An invitation that someone signs up with: to the server, or to a project that the account joins. */
export interface SignUpInvitation {
  toServer: AccountInvitation | null;
  linked: TokenInvitation | null;
}

/** Returns the invitation of a token, or throws VALIDATION_FAILED at `invitation`. */
export async function requireInvitation(ctx: Context, token: string | null): Promise<SignUpInvitation> {
  const toServer = token === null ? null : await findAccountInvitation(ctx.em, token, ctx.resources.now());
  const linked = token === null || toServer ? null : await requireInvitationByToken(ctx, token, 'invitation');
  return { toServer, linked };
}

/** Returns the reason why this address may not sign up here now, or null. */
export async function readSignUpRefusal(
  ctx: Context,
  email: string,
  { toServer, linked }: SignUpInvitation,
): Promise<AppError | null> {
  const invited: Invited | null = toServer
    ? { email: toServer.email, by: 'administrator' }
    : linked && { email: linked.email, by: 'owner' };
  return refuseSignUp(await readSignUpMode(ctx.resources, ctx.em), ctx.resources.env, email, invited);
}

interface NewPersonOptions {
  invitation: SignUpInvitation;
  /** Why this address may not sign up; ignored for the server's first account. */
  refusal: AppError | null;
  /** The person has proven that the address is theirs. */
  isVerified?: boolean;
  /** Runs in the same transaction. */
  also?: (em: EntityManager, userId: string) => Promise<void>;
}

/** Throws the refusal unless this would be the server's first account. */
async function throwRefusal(ctx: Context, refusal: AppError | null, email: string): Promise<void> {
  if (!refusal || !(await hasAccounts(ctx.em))) return;
  securityEvent(ctx, 'registration_refused', { email });
  throw refusal;
}

/** Creates an account and its first session, and joins the project of the invitation. */
export async function createPerson(
  ctx: Context,
  account: Parameters<typeof createAccount>[2],
  { invitation: { toServer, linked }, refusal, isVerified = false, also }: NewPersonOptions,
): Promise<CreatedAccount> {
  const { id, email } = account;
  const { orm, now } = ctx.resources;
  await throwRefusal(ctx, refusal, email);
  // only the mail of an invitation has its link
  const isInvited = [toServer, linked].some((found) => found?.email.toLowerCase() === email.toLowerCase());
  const create = async (em: EntityManager): Promise<CreatedAccount> => {
    const created = await createAccount(ctx, em, account, { isVerified: isVerified || isInvited });
    await endAccountInvitationTo(em, email, now());
    await also?.(em, id);
    return created;
  };
  let isAdmin = false;
  const created = await (linked
    ? command<CreatedAccount>(
        // no user is signed in yet, so there is no owner for an idempotency key
        { ...ctx, viewer: { userId: id, sessionId: '' }, idempotencyKey: undefined },
        {
          operation: 'register',
          input: {},
          projectIds: [linked.projectId],
          actor: { kind: 'guest' },
          needs: 'ANY',
          run: async (tx) => {
            const made = await create(tx.em);
            await joinByLink(ctx, tx, linked.tokenHash, { userId: id, email, field: 'invitation' });
            return made;
          },
          repeat: () => Promise.reject(new Error('a registration has no key')),
        },
      ).then(({ result }) => result)
    : orm.em.fork().transactional(async (em) => {
        isAdmin = await isFirstAccount(ctx, em);
        if (refusal && !isAdmin) throw refusal;
        if (toServer && !(await endAccountInvitation(em, toServer.id, now()))) throw invalid({ invitation: USED });
        const made = await create(em);
        if (isAdmin) await sql`update account set is_admin = true where id = ${id}`.execute(em.getKysely());
        return made;
      }));
  securityEvent(ctx, 'registered', { userId: id });
  if (linked || toServer) securityEvent(ctx, 'invitation_accepted', { userId: id });
  if (isAdmin) {
    clearSignUpCache(orm);
    securityEvent(ctx, 'administrator_added', { userId: id });
  }
  return created;
}

/**
 * Creates an account and signs in. With an invitation's token, the account also joins the project in the same
 * transaction. Throws FORBIDDEN or VALIDATION_FAILED if `SIGN_UP` excludes this person or passwords are off, except for a
 * server's first account, and VALIDATION_FAILED for invalid input and for a taken email or username.
 */
export async function register(ctx: Context, input: unknown): Promise<SignedIn> {
  const { password, invitation: token, ...person } = parse(registerSchema, input);
  refuseCommon(password, 'password');
  await limitAddress(ctx, 'registerPerAddress');
  const { env, passwords } = ctx.resources;
  const invitation = await requireInvitation(ctx, token ?? null);
  const refusal = env.passwordSignIn ? await readSignUpRefusal(ctx, person.email, invitation) : passwordSignInOff(env);
  await throwRefusal(ctx, refusal, person.email);
  const passwordHash = await passwords.hash(password, hashQueueTurn(ctx));
  const account = { ...person, id: newId(), passwordHash };
  const { user, opened } = await createPerson(ctx, account, { invitation, refusal }).catch(refuseTaken(ctx, person));
  return signIn(ctx, opened, { user });
}

/** The sign-up mode that pages show, by database. */
const signUpCache = new WeakMap<MikroORM, { mode: SignUp; until: number }>();
const SIGN_UP_CACHE_MS = 2000;

/** A page waits at most this long for the mode. */
const WAIT_MS = 300;

/**
 * Returns the sign-up mode that pages show. It is cached for seconds, so that pages do not wait for the database. The
 * first account of a server can always be created.
 */
export async function readSignUp({ env, orm, now }: Pick<Resources, 'env' | 'orm' | 'now'>): Promise<SignUp> {
  const read = async (): Promise<SignUp> => {
    const em = orm.em.fork();
    const mode = (await hasAccounts(em)) ? await readSignUpMode({ env }, em) : 'open';
    signUpCache.set(orm, { mode, until: now().getTime() + SIGN_UP_CACHE_MS });
    return mode;
  };
  const known = signUpCache.get(orm);
  if (env.signUpGiven && env.signUp === 'open') return 'open';
  if (known && known.until > now().getTime()) return known.mode;
  const fallback = known?.mode ?? env.signUp;
  const fresh = read().catch(() => fallback);
  return Promise.race([fresh, setTimeout(WAIT_MS, fallback, { ref: false })]);
}

/** Makes a change of the mode visible at once in this process. */
export const clearSignUpCache = (orm: MikroORM): void => void signUpCache.delete(orm);
