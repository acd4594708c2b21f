/** The values of a notification about a task. */
export const params = {
  __typename: 'NotificationParams' as const,
  actor: 'Ana Ito',
  project: 'Lamp',
  task: 'Sign off',
  status: null,
  column: null,
  comment: null,
  joined: false,
  names: [],
  more: 0,
};
