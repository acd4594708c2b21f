import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts';
import { storeChallenge } from './challenge';
import { rest } from './rest';
import { returnToAfterLogin } from './returnTo';
import { type Challenge, startSession, type SignInAnswer } from './signIn';

/** A started sign-in at the provider. */
export interface StartedSignIn {
  url: string;
  state: string;
  verifier: string;
}

/** The provider's answer in the address of /oidc. */
export interface ProviderAnswer {
  state: string;
  code: string;
  iss: string | null;
  /** Whether the person canceled, or the provider refused them; there is no code then. */
  isDenied: boolean;
}

/** Stored only in this tab: without the verifier, no one can complete the sign-in from its address. */
const keyOf = (state: string): string => `oidc:${state}`;

interface StoredSignIn {
  verifier: string;
  /** The history state of the page where the sign-in began. It contains the page to open afterwards. */
  from: string;
  /** The token of the invitation, if the sign-in began at one. */
  invitation: string;
  /** The page where the sign-in began. */
  page: string;
  /** The page that asks for the second factor. */
  door: string;
}

const NO_SIGN_IN: StoredSignIn = { verifier: '', from: '', invitation: '', page: '', door: '' };

/** Goes to the provider. */
export const beginSignIn = async (from: unknown, invitation = ''): Promise<void> => {
  const { pathname, search } = window.location;
  const page = pathname + search;
  // an invitation to a project is the only page that continues after the sign-in
  const door = pathname === '/invitation' ? page : '/login';
  const { url, state, verifier } = await rest<StartedSignIn>('auth/oidc/begin', { input: {} });
  writeDraft(keyOf(state), { verifier, from: JSON.stringify(from ?? null), invitation, page, door });
  window.location.assign(url);
};

/** Whether this tab began the sign-in. */
export const isStartedHere = (state: string): boolean => readDraft(keyOf(state), { ...NO_SIGN_IN }).verifier !== '';

/** Returns the page where a sign-in began, with its history state. Used to begin again after a failure. */
export const readStart = (state: string): { path: string; state: unknown } => {
  const { from, page } = readDraft(keyOf(state), { ...NO_SIGN_IN });
  return { path: page || '/login', state: JSON.parse(from || 'null') };
};

/** The page to open after the sign-in. */
export interface Destination {
  path: string;
  state?: unknown;
  /** False if the page asks for the second factor. */
  isSignedIn: boolean;
}

/** Completes a sign-in that began in this tab. With two-factor on, the page where it began asks for the code. */
export const completeSignIn = async (answer: Omit<ProviderAnswer, 'isDenied'>): Promise<Destination> => {
  const { verifier, from, invitation, door } = readDraft(keyOf(answer.state), { ...NO_SIGN_IN });
  clearDraft(keyOf(answer.state));
  const state: unknown = JSON.parse(from || 'null');
  const input = { ...answer, verifier, ...(invitation && { invitation }) };
  const { challenge, user, tokens } = await rest<
    { challenge: Challenge; user: null; tokens: null } | ({ challenge: null } & SignInAnswer)
  >('auth/oidc/complete', { input });
  if (challenge) {
    storeChallenge(challenge);
    return { path: door, state, isSignedIn: false };
  }
  startSession({ user, tokens });
  return { path: door === '/login' ? returnToAfterLogin(state, user.id) : door, isSignedIn: true };
};
