import { t } from '@lingui/core/macro';

/** Texts of an existing session. Sign-in pages have separate files, so that each page loads only its own texts. */
export const sessionTexts = {
  expired: t`Session expired. Please login again.`,
  failedToLoad: t`Failed to load user`,
  failedToSignOut: t`Failed to sign out`,
};
