import { t } from '@lingui/core/macro';

export const foldingTexts = {
  showLess: t`Show less`,
};
