import type { TaskStatus } from '@contract/enums';
import type { ProjectColumn } from './columnCache';

/** A column for tests; its id is its name. */
export const columnFixture = (id: string, status: TaskStatus, fields: Partial<ProjectColumn> = {}): ProjectColumn => ({
  __typename: 'Column',
  id,
  projectId: 'p',
  name: id,
  color: null,
  status,
  rank: 'a0',
  limit: null,
  hidden: false,
  version: 1,
  ...fields,
});
