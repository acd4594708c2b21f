import { t } from '@lingui/core/macro';

/** The page that replaces a crashed one. In a file of its own, because every page loads it. */
export const errorPageTexts = {
  title: t`Something went wrong`,
  text: t`This page couldn’t be displayed. Your saved work is safe.`,
  reload: t`Reload the page`,
  home: t`Go to the dashboard`,
};
