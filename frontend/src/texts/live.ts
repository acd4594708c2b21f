import { t } from '@lingui/core/macro';

/** What the frame says while this tab is not up to date. */
export const liveTexts = {
  offline: t`You’re offline. Changes are saved here and synced when you’re back.`,
  /** Where the address is not HTTPS, browsers give a page no means to keep changes. */
  offlineInsecure: t`You’re offline. Reconnect to make changes.`,
  catchingUp: t`Catching up…`,
};
