import type { Env } from '../env.js';
import { type AppError, fieldError, forbidden, type InvalidFields } from '../platform/lib/errors.js';
import type { Account } from './passwordAttempt.js';

type Settings = Pick<Env, 'passwordSignIn' | 'oidc'>;

/** Whether this account can use a password: where passwords are off, only administrators can. */
export const mayUsePassword = ({ passwordSignIn }: Settings, { isAdmin }: Pick<Account, 'isAdmin'>): boolean =>
  passwordSignIn || isAdmin;

/** The same refusal for everyone: it must not reveal whether an account exists, or whether the password is right. */
export const passwordSignInOff = ({ oidc }: Settings): AppError =>
  forbidden(`Passwords are turned off on this server. Continue with ${oidc?.name}.`);

/** The refusal of a password reset for an account that cannot sign in by password. */
export const passwordsOnlyForAdmins = 'Passwords are turned off on this server. Only administrators have one.';

/** Returns the refusal for actions that a password would confirm. */
export const passwordsOff = ({ oidc }: Settings): InvalidFields => ({
  currentPassword: fieldError('passwordsOff', `Passwords are turned off on this server. Confirm with ${oidc?.name}.`),
});
