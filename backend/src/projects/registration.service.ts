import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { registerSchema } from '../../contract/auth.js';
import { type CreatedAccount, createAccount } from '../auth/auth.service.js';
import { refuseCommon } from '../auth/commonPasswords.js';
import { signIn, type SignedIn } from '../auth/openSession.js';
import { turnOf } from '../auth/passwordTry.js';
import { refuseTaken } from '../auth/taken.js';
import type { Env } from '../env.js';
import { command } from '../kernel/command.js';
import type { Context, Resources } from '../kernel/context.js';
import { type AppError, forbidden, invalid } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { parse } from '../kernel/parse.js';
import { limitAddress } from '../kernel/rates.js';
import { securityEvent } from '../kernel/securityEvents.js';
import { joinByLink, type Linked, requireLinked } from './invitationLink.service.js';

/** The key of the advisory lock under which the first account of a server is created. */
const FIRST_ACCOUNT_LOCK = 7_262_170_002;

/** Was there ever an account? Those that were deleted count too. */
export async function hasAccounts(em: EntityManager): Promise<boolean> {
  const { rows } = await sql`select 1 from account limit 1`.execute(em.getKysely());
  return rows.length > 0;
}

/** Returns why this address may not sign up; null where it may. It is the same for addresses with and without an account. */
function refuseSignUp(
  { signUp, signUpDomains }: Pick<Env, 'signUp' | 'signUpDomains'>,
  email: string,
  linked: Linked | null,
): AppError | null {
  if (signUp === 'closed') return forbidden('Sign-up is closed on this server. Ask the people who run it.');
  if (signUp === 'invited') {
    if (!linked) {
      return forbidden(
        'You need an invitation to create an account here. Ask someone who owns a project to invite you.',
      );
    }
    const isTheirs = linked.email.toLowerCase() === email.toLowerCase();
    return isTheirs ? null : invalid({ email: [`This invitation is for ${linked.email}`] });
  }
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  if (linked || signUpDomains.length === 0 || signUpDomains.includes(domain)) return null;
  return invalid({ email: [`Only addresses at ${signUpDomains.join(' or ')} can sign up here`] });
}

/** Lets only one caller go on in a database without accounts: who waits for the lock finds the account of the other. */
async function requireFirst(em: EntityManager, refusal: AppError): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_ACCOUNT_LOCK})`.execute(em.getKysely());
  if (await hasAccounts(em)) throw refusal;
}

/**
 * Creates an account and signs in; with the token of an invitation, the account also joins its project, in one transaction.
 * FORBIDDEN or VALIDATION_FAILED where `SIGN_UP` does not let this person in, except for the first account of a server.
 * VALIDATION_FAILED for input that breaks a rule and for a taken email or username.
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
  const account = { ...person, id, passwordHash: await passwords.hash(password, turnOf(ctx)) };
  const made = linked
    ? command<CreatedAccount>(
        // nobody is signed in yet, so there is no one to keep a key for
        { ...ctx, viewer: { userId: id, sessionId: '' }, idempotencyKey: undefined },
        {
          operation: 'register',
          input: {},
          projectIds: [linked.projectId],
          actor: { kind: 'guest' },
          run: async (tx) => {
            const created = await createAccount(ctx, tx.em, account);
            await joinByLink(ctx, tx, linked.tokenHash, { userId: id, email: person.email, field: 'invitation' });
            return created;
          },
          repeat: () => Promise.reject(new Error('a registration has no key')),
        },
      ).then(({ result }) => result)
    : orm.em.fork().transactional(async (em) => {
        if (refusal) await requireFirst(em, refusal);
        return createAccount(ctx, em, account);
      });
  const { user, opened } = await made.catch(refuseTaken(ctx, person));
  securityEvent(ctx, 'registered', { userId: id });
  if (linked) securityEvent(ctx, 'invitation_accepted', { userId: id });
  return signIn(ctx, opened, { user });
}

/** Servers that are known to have accounts: there is nothing left to ask their database. */
const begun = new WeakSet<MikroORM>();

/** Who may sign up, as the pages say it: on a server without accounts, anyone may create the first. */
export async function readSignUp({ env, orm }: Pick<Resources, 'env' | 'orm'>): Promise<Env['signUp']> {
  if (env.signUp === 'open' || begun.has(orm)) return env.signUp;
  if (!(await hasAccounts(orm.em.fork()))) return 'open';
  begun.add(orm);
  return env.signUp;
}
