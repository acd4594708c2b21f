import { t } from '@lingui/core/macro';

/** An existing session. Sign-in pages have files of their own, so that each page loads only its words. */
export const sessionTexts = {
  expired: t`Session expired. Please login again.`,
  failedToLoad: t`Failed to load user`,
  failedToSignOut: t`Failed to sign out`,
};
