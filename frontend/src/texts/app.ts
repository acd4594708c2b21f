import { t } from '@lingui/core/macro';

/** Texts of the frame around the pages behind sign-in. */
export const appTexts = {
  skip: t`Skip to content`,
  /** The button that opens the command menu. */
  search: t`Search or jump to…`,
  nav: { label: t`Main`, more: t`More` },
  account: t`Account menu`,
};
