import { number } from './format';

/** What the dialogs, choices and marks of `ui/` say, which pages behind the login page have. */
export const controlsTexts = {
  cancel: 'Cancel',
  close: 'Close',
  choose: 'Choose',
  /** At the end of a list. */
  showMore: 'Show more',
  /** Takes a filter away. */
  clearFilter: (name: string) => `Clear ${name}`,
  /** The field of a long list of values. */
  searchIn: (name: string) => `Search ${name}`,
  noMatches: 'No matches',
  user: 'User',
  noAssignee: 'No assignee',
  priority: (label: string) => `${label} priority`,
  tags: 'Tags',
  moreTags: (count: number) => `+${number(count)} more`,
};
