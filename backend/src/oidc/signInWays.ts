import type { Env } from '../env.js';
import { PROVIDER } from '../auth/identity.reads.js';
import type { SignInWays } from './oidc.types.js';

/** How people can sign in on this server. */
export const signInWays = ({ passwordSignIn, oidc }: Pick<Env, 'passwordSignIn' | 'oidc'>): SignInWays => ({
  password: passwordSignIn,
  oidc: oidc ? [{ id: PROVIDER, name: oidc.name }] : [],
});
