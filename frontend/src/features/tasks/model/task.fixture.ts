import type { TaskFieldsFragment } from './TaskFields.generated';

/** A task for tests, as lists and events bring it. */
export const taskFixture = (fields: Partial<TaskFieldsFragment>): TaskFieldsFragment => ({
  __typename: 'Task',
  id: 't',
  title: 't',
  description: '',
  status: 'TODO',
  priority: 'LOW',
  dueDate: null,
  completedAt: fields.status === 'DONE' ? new Date().toISOString() : null,
  tags: [],
  rank: 'a0',
  version: 1,
  commentCount: 0,
  checklistTotal: 0,
  checklistDone: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  updatedAt: '2026-11-01T00:00:00.000Z',
  projectId: 'p',
  creatorId: 'u',
  assigneeId: null,
  project: { __typename: 'Project', id: 'p', name: 'p', color: '#336699', archivedAt: null },
  assignee: null,
  ...fields,
});
