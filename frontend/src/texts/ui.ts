/** What the parts of every page say. Each page loads these, the login page too: a room's own words belong to the room. */
export const uiTexts = {
  user: 'User',
  noAssignee: 'No assignee',
  tags: 'Tags',
  moreTags: (count: number) => `+${count} more`,
  priority: (label: string) => `${label} priority`,
  loading: 'Loading',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  dismiss: 'Dismiss',
  messages: 'Messages',
  optional: 'optional',
  /** How much of a long text is used: what is read, and what screen readers add to it. */
  counter: (length: number, max: number) => ({ shown: `${length} / ${max}`, heard: ' characters' }),
  choose: 'Choose',
  nobodyFound: 'Nobody found',
  clearDate: 'Clear date',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
};
