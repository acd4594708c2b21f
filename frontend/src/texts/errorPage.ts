import { t } from '@lingui/core/macro';

/** What is left of a page that broke. Apart from the frame's words, as every page carries them. */
export const errorPageTexts = {
  title: t`Something went wrong`,
  text: t`This page couldn’t be displayed. Your saved work is safe.`,
  reload: t`Reload the page`,
  home: t`Go to the dashboard`,
};
