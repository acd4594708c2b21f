import { t } from '@lingui/core/macro';

/** The frame of the pages behind sign-in. */
export const appTexts = {
  skip: t`Skip to content`,
  /** The way to the command menu. */
  search: t`Search or jump to…`,
  nav: { label: t`Main`, more: t`More` },
  account: t`Account menu`,
};
