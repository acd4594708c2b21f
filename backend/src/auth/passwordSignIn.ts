import type { Env } from '../env.js';
import { type AppError, fieldError, forbidden, type InvalidFields } from '../platform/lib/errors.js';
import type { Account } from './passwordTry.js';

type Settings = Pick<Env, 'passwordSignIn' | 'oidc'>;

/** Whether this account can use a password: where passwords are off, only administrators can. */
export const mayUsePassword = ({ passwordSignIn }: Settings, { isAdmin }: Pick<Account, 'isAdmin'>): boolean =>
  passwordSignIn || isAdmin;

/** The same answer for everyone: it must not tell whether an account exists, or whether the password is right. */
export const passwordSignInOff = ({ oidc }: Settings): AppError =>
  forbidden(`Passwords are turned off on this server. Continue with ${oidc?.name}.`);

/** The refusal of a link to a password that would open nothing. */
export const passwordsOnlyForAdmins = 'Passwords are turned off on this server. Only administrators have one.';

/** Returns the refusal for actions that a password would confirm. */
export const passwordsOff = ({ oidc }: Settings): InvalidFields => ({
  currentPassword: fieldError('passwordsOff', `Passwords are turned off on this server. Confirm with ${oidc?.name}.`),
});
