import { t } from '@lingui/core/macro';

/** Texts of the page that replaces a crashed one. In a separate file, because every page loads them. */
export const errorPageTexts = {
  title: t`Something went wrong`,
  text: t`This page couldn’t be displayed. Your saved work is safe.`,
  reload: t`Reload the page`,
  home: t`Go to the dashboard`,
};
