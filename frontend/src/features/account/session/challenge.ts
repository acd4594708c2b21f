import { clearDraft, readDraft, writeDraft } from '../../../lib/drafts';
import type { Challenge } from './signIn';

/** A phone may drop the page while its owner looks at the authenticator app. The token opens nothing by itself. */
const KEPT = 'secondStep';

/** Keeps a sign-in that waits for its code over a reload, as long as it can be completed. */
export const keepChallenge = ({ token, expiresAt }: Challenge): void => writeDraft(KEPT, { token, expiresAt });

/** The token of the sign-in that this tab has begun; null if there is none. */
export const keptChallenge = (): string | null => {
  const { token, expiresAt } = readDraft(KEPT, { token: '', expiresAt: '' });
  return token !== '' && Date.parse(expiresAt) > Date.now() ? token : null;
};

/** It was completed or canceled, or has expired. */
export const forgetChallenge = (): void => clearDraft(KEPT);
