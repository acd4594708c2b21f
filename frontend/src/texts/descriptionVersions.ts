import { plural, t } from '@lingui/core/macro';
import { number } from './format';

export const descriptionVersionsTexts = {
  versions: t`Versions`,
  title: t`Versions of the description`,
  fetchFailed: t`Couldn’t load the versions`,
  none: t`No versions yet`,
  current: t`Current`,
  restore: t`Restore`,
  restoreOf: (author: string, moment: string) => t`Restore the version by ${author}, ${moment}`,
  length: (count: number) =>
    plural(count, { one: t`${{ count: number(count) }} character`, other: t`${{ count: number(count) }} characters` }),
  earlier: t`Show earlier`,
  empty: t`Emptied`,
};
