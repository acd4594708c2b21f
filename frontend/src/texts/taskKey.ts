import { t } from '@lingui/core/macro';

export const taskKeyTexts = {
  key: t`Key`,
  label: t`Copy key`,
  labelOf: (key: string) => t`Copy key ${key}`,
  copied: t`Key copied`,
  copyFailed: t`Couldn’t copy the key`,
  several: (key: string) => t`Several tasks have the key ${key}. Which one do you mean?`,
  none: t`This task has no key yet`,
};
