/** What the dialogs, choices and marks of `ui/` say, which pages behind the login page have. */
export const controlsTexts = {
  cancel: 'Cancel',
  close: 'Close',
  choose: 'Choose',
  nobodyFound: 'Nobody found',
  user: 'User',
  noAssignee: 'No assignee',
  priority: (label: string) => `${label} priority`,
  tags: 'Tags',
  moreTags: (count: number) => `+${count} more`,
};
