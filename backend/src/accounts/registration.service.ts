import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { registerSchema } from '../../contract/auth.js';
import { type CreatedAccount, createAccount } from '../auth/auth.service.js';
import { refuseCommon } from '../auth/commonPasswords.js';
import { signIn, type SignedIn } from '../auth/openSession.js';
import { hashQueueTurn } from '../auth/passwordTry.js';
import { refuseTaken } from '../auth/uniqueNames.js';
import type { Env } from '../env.js';
import { command } from '../write/command.js';
import type { Context, Resources } from '../request/context.js';
import { type AppError, fieldError, forbidden, invalid } from '../platform/lib/errors.js';
import { newId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import { limitAddress } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { joinByLink, type LinkedInvitation, requireLinked } from '../projects/invitationLink.service.js';

/** Advisory lock that serializes the creation of a server's first account. */
const FIRST_ACCOUNT_LOCK = 7_262_170_002;

/** Includes deleted accounts. */
export async function hasAccounts(em: EntityManager): Promise<boolean> {
  const { rows } = await sql`select 1 from account limit 1`.execute(em.getKysely());
  return rows.length > 0;
}

/**
 * Returns the reason why this address may not sign up, or null. Does not depend on whether the address has an account.
 */
function refuseSignUp(
  { signUp, signUpDomains }: Pick<Env, 'signUp' | 'signUpDomains'>,
  email: string,
  linked: LinkedInvitation | null,
): AppError | null {
  if (signUp === 'closed') return forbidden('Sign-up is closed on this server. Ask the people who run it.');
  if (signUp === 'invited') {
    if (!linked) {
      return forbidden(
        'You need an invitation to create an account here. Ask someone who owns a project to invite you.',
      );
    }
    const isInScope = linked.email.toLowerCase() === email.toLowerCase();
    if (isInScope) return null;
    const to = linked.email;
    return invalid({ email: fieldError('otherAddressInvited', `This invitation is for ${to}`, { email: to }) });
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (linked || signUpDomains.length === 0 || signUpDomains.includes(domain)) return null;
  const message = `Only addresses at ${signUpDomains.join(' or ')} can sign up here`;
  return invalid({ email: fieldError('otherDomain', message, { domains: signUpDomains }) });
}

/** Takes the lock for the first account, then throws if another request has created one. */
async function requireNoAccounts(em: EntityManager, refusal: AppError): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`.execute(em.getKysely());
  if (await hasAccounts(em)) throw refusal;
}

/**
 * Creates an account and signs in. With an invitation's token, the account also joins the project in the same
 * transaction. Throws FORBIDDEN or VALIDATION_FAILED if `SIGN_UP` excludes this person, except for a server's first
 * account, and VALIDATION_FAILED for invalid input and for a taken email or username.
 */
export async function register(ctx: Context, input: unknown): Promise<SignedIn> {
  const { password, invitation, ...person } = parse(registerSchema, input);
  refuseCommon(password, 'password');
  await limitAddress(ctx, 'registerPerAddress');
  const { env, orm, passwords } = ctx.resources;
  const linked = invitation == null ? null : await requireLinked(ctx, invitation, 'invitation');
  const refusal = refuseSignUp(env, person.email, linked);
  if (refusal && (await hasAccounts(ctx.em))) {
    securityEvent(ctx, 'registration_refused', { email: person.email });
    throw refusal;
  }
  const id = newId();
  const account = { ...person, id, passwordHash: await passwords.hash(password, hashQueueTurn(ctx)) };
  const made = linked
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
            const created = await createAccount(ctx, tx.em, account);
            await joinByLink(ctx, tx, linked.tokenHash, { userId: id, email: person.email, field: 'invitation' });
            return created;
          },
          repeat: () => Promise.reject(new Error('a registration has no key')),
        },
      ).then(({ result }) => result)
    : orm.em.fork().transactional(async (em) => {
        if (refusal) await requireNoAccounts(em, refusal);
        return createAccount(ctx, em, account);
      });
  const { user, opened } = await made.catch(refuseTaken(ctx, person));
  securityEvent(ctx, 'registered', { userId: id });
  if (linked) securityEvent(ctx, 'invitation_accepted', { userId: id });
  return signIn(ctx, opened, { user });
}

/** Databases that are known to have accounts. */
const begun = new WeakSet<MikroORM>();

/** Returns the sign-up mode that the pages show. The first account of a server can always be created. */
export async function readSignUp({ env, orm }: Pick<Resources, 'env' | 'orm'>): Promise<Env['signUp']> {
  if (env.signUp === 'open' || begun.has(orm)) return env.signUp;
  if (!(await hasAccounts(orm.em.fork()))) return 'open';
  begun.add(orm);
  return env.signUp;
}
