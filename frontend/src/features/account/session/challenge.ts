import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts';
import type { Challenge } from './signIn';

/**
 * Stored, because a phone may unload the page while its owner opens the authenticator app. The token alone gives no
 * access.
 */
const DRAFT_KEY = 'secondStep';

/** Stores a sign-in that waits for its code, so that a reload keeps it until it expires. */
export const storeChallenge = ({ token, expiresAt }: Challenge): void => writeDraft(DRAFT_KEY, { token, expiresAt });

/** Returns the token of the sign-in that this tab has begun; null if there is none. */
export const readChallenge = (): string | null => {
  const { token, expiresAt } = readDraft(DRAFT_KEY, { token: '', expiresAt: '' });
  return token !== '' && Date.parse(expiresAt) > Date.now() ? token : null;
};

/** Removes the stored sign-in, because it was completed or canceled, or has expired. */
export const clearChallenge = (): void => clearDraft(DRAFT_KEY);
