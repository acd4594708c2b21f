import { t } from '@lingui/core/macro';
import { badgeNumber } from './format';

/** Texts of the notification button, which is on every page. */
export const bellTexts = {
  /** Includes the number on the bell, so that speech control can name the button by what is visible. */
  bell: (unread: number) =>
    unread > 0 ? t`Notifications, ${{ unread: badgeNumber(unread) }} unread` : t`Notifications`,
};
