import type { ChecklistItem } from './checklistCache';

/** An item of a checklist for tests. */
export const itemFixture = (fields: Partial<ChecklistItem>): ChecklistItem => ({
  __typename: 'ChecklistItem',
  id: 'i',
  taskId: 't',
  projectId: 'p',
  text: 'Pack',
  done: false,
  rank: 'a0',
  version: 1,
  ...fields,
});
