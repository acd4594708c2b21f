import type { TaskFieldsFragment } from './TaskFields.generated';
import { newTaskValues } from './taskValues';

/** A task for tests, in the format of lists and events. */
export const taskFixture = (fields: Partial<TaskFieldsFragment>): TaskFieldsFragment => {
  const created = newTaskValues({ title: 't', priority: 'LOW' });
  if (!created) throw new Error('The contract refuses the fixture');
  const { description: excerpt, ...values } = created;
  return {
    ...values,
    excerpt,
    columnId: 'c',
    __typename: 'Task',
    id: 't',
    key: 'P-1',
    completedAt: fields.status === 'DONE' ? new Date().toISOString() : null,
    rank: 'a0',
    version: 1,
    commentCount: 0,
    checklistTotal: 0,
    checklistDone: 0,
    subtasksTotal: 0,
    subtasksDone: 0,
    openBlockers: 0,
    attachmentCount: 0,
    coverId: null,
    repeat: null,
    seriesId: null,
    occurrence: null,
    cover: null,
    parent: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    projectId: 'p',
    creatorId: 'u',
    project: {
      __typename: 'Project',
      id: 'p',
      name: 'p',
      color: '#336699',
      archivedAt: null,
      isTemplate: false,
      viewerRole: 'OWNER',
    },
    assignee: null,
    ...fields,
  };
};
