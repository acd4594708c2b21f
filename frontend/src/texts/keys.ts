import { t } from '@lingui/core/macro';

/** Names of keys on the keyboards of the country. */
export const keyTexts: Readonly<Record<string, string>> = {
  Control: t({ message: 'Ctrl', context: 'key' }),
  Enter: t({ message: 'Enter', context: 'key' }),
  Escape: t({ message: 'Esc', context: 'key' }),
  Delete: t({ message: 'Del', context: 'key' }),
  Shift: t({ message: 'Shift', context: 'key' }),
  Space: t({ message: 'Space', context: 'key' }),
};
