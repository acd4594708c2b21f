import { t } from '@lingui/core/macro';

export const liveTexts = {
  offline: t`You’re offline. Changes are saved here and synced when you’re back.`,
  /** Without HTTPS, browsers can't store changes. */
  offlineInsecure: t`You’re offline. Reconnect to make changes.`,
  catchingUp: t`Catching up…`,
};
