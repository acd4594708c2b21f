import { t } from '@lingui/core/macro';
import { number } from './format';

/** The subtasks of a task, its parent, and its relations to other tasks. */
export const familyTexts = {
  subtasks: t`Subtasks`,
  progress: (done: number, total: number) => t`${{ done: number(done) }} of ${{ total: number(total) }} done`,
  subtasksFetchFailed: t`Failed to fetch subtasks`,
  showMore: t`Show more`,
  add: {
    label: t`New subtask`,
    placeholder: t`Add a subtask`,
    hint: t`Enter to add`,
    submit: t`Add`,
    failed: t`Couldn’t add the subtask`,
  },
  parent: t`Parent`,
  noParent: t`No parent`,
  chooseParent: t`Choose a parent`,
  removeParent: t`Remove from parent`,
  parentSet: t`Parent changed`,
  parentFailed: t`Couldn’t change the parent`,
  relations: t`Relations`,
  kind: t`Kind of relation`,
  addRelation: t`Add a relation`,
  /** The relation of a task to those in its list. */
  kinds: {
    blockedBy: t`Blocked by`,
    blocks: t`Blocks`,
    related: t`Related to`,
    duplicates: t`Duplicate of`,
    duplicatedBy: t`Duplicated by`,
  },
  related: t`Relation added`,
  relateFailed: t`Couldn’t add the relation`,
  remove: (title: string) => t`Remove the relation to ${title}`,
  removed: t`Relation removed`,
  removeFailed: t`Couldn’t remove the relation`,
  search: t`Search tasks`,
  noTasks: t`No matching tasks`,
  searchFailed: t`Failed to search tasks`,
  needsConnection: t`You’re offline. This needs a connection.`,
};
