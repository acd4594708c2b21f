import { t } from '@lingui/core/macro';

/** The account menu, besides its links. */
export const accountMenuTexts = {
  theme: t`Theme`,
  themes: { light: t`Light`, dark: t`Dark`, system: t`System` },
  signOut: t`Sign out`,
};
