import { t } from '@lingui/core/macro';
import { number } from './format';

/** Texts of the dialogs, selects and icons of `ui/` on the pages behind sign-in. */
export const controlsTexts = {
  cancel: t`Cancel`,
  close: t`Close`,
  choose: t`Choose`,
  /** At the end of a list. */
  showMore: t`Show more`,
  /** Takes a filter away. */
  clearFilter: (name: string) => t`Clear ${name}`,
  /** The search field of a long list of values. */
  searchIn: (name: string) => t`Search ${name}`,
  noMatches: t`No matches`,
  user: t`User`,
  noAssignee: t`No assignee`,
  priority: (label: string) => t`${label} priority`,
  tags: t`Tags`,
  moreTags: (count: number) => t`+${{ count: number(count) }} more`,
};
