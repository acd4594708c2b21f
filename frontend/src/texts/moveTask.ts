/** What the way of a task into another project says. */
export const moveTaskTexts = {
  label: 'Move to project',
  placeholder: 'Move to project',
  empty: 'No matches',
  fetchFailed: 'Failed to fetch projects',
  done: (title: string, project: string) => `“${title}” moved to ${project}`,
  failed: 'Failed to move task',
  offline: 'Moving a task to another project needs a connection',
  /** The assignee is not a member of the project; the way on. */
  unassign: 'Unassign and move',
};
