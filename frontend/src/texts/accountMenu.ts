import { t } from '@lingui/core/macro';

/** What the account menu contains beside links. */
export const accountMenuTexts = {
  theme: t`Theme`,
  themes: { light: t`Light`, dark: t`Dark`, system: t`System` },
  signOut: t`Sign out`,
};
