import type { ApolloCache } from '@apollo/client';
import { forgetComment, listComment } from '../../features/comments/commentCache';
import { CommentFieldsFragmentDoc } from '../../features/comments/Comments.generated';
import {
  addMember,
  addProject,
  forgetProject,
  removeMember,
  settleArchived,
} from '../../features/projects/projectCache';
import { ProjectDocument } from '../../features/projects/Project.generated';
import { ProjectSummaryFragmentDoc } from '../../features/projects/ProjectSummary.generated';
import { ProjectMemberFieldsFragmentDoc } from '../../features/projects/ProjectMembers.generated';
import { ChecklistItemFieldsFragmentDoc } from '../../features/tasks/checklist/Checklist.generated';
import { forgetItem, listItem } from '../../features/tasks/checklist/checklistCache';
import { applyTask, knownTask, removeTask, removeTasksOf } from '../../features/tasks/model/taskCache';
import { TaskFieldsFragmentDoc } from '../../features/tasks/model/TaskFields.generated';
import type { ChangesSubscription } from './Changes.generated';

export type ChangeSet = ChangesSubscription['changes'];
type Change = ChangeSet['changes'][number];

/** What an event cannot say, and the server has to be asked for. */
export interface Unknown {
  /** The figures of the dashboard. */
  figures: boolean;
  /** How many tasks columns have that are not loaded to their end. */
  counts: boolean;
  /** Whole lists. */
  lists: boolean;
}

export const NOTHING_UNKNOWN: Unknown = { figures: false, counts: false, lists: false };

/** A project that was only just made has nothing in it that would have to be loaded. */
const FIRST_REVISION = 1;

const writeProject = (cache: ApolloCache, project: NonNullable<ChangeSet['project']>): void => {
  cache.writeQuery({ query: ProjectDocument, variables: { id: project.id }, data: { project } });
};

/** Whoever shows what happened in a project reads on when its revision has grown. */
const advance = (cache: ApolloCache, { projectId, revision }: ChangeSet): void => {
  cache.modify<{ revision: number }>({
    id: cache.identify({ __typename: 'Project', id: projectId }),
    fields: { revision: (known) => Math.max(known, revision) },
  });
};

/** Is this one of the viewer's projects? */
const isOwn = (cache: ApolloCache, projectId: string): boolean =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Project', id: projectId }),
    fragment: ProjectSummaryFragmentDoc,
  }) !== null;

const applyTaskChange = (cache: ApolloCache, { entityId, movedTo, task }: Change): Unknown => {
  const before = knownTask(cache, entityId);
  // It goes on in another project of the viewer's, whose own event takes it there: what shows it goes on showing it.
  if (!task && movedTo && isOwn(cache, movedTo)) return { figures: true, counts: true, lists: false };
  if (!task) {
    removeTask(cache, entityId);
    return { figures: true, counts: !before, lists: false };
  }
  cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  applyTask(cache, task, 'loaded');
  const after = knownTask(cache, entityId);
  const counted = before && after && before.status === after.status && before.dueDate === after.dueDate;
  const isHere = before?.projectId === after?.projectId;
  return { figures: !counted || !isHere, counts: !before || !isHere, lists: false };
};

const applyMemberChange = (cache: ApolloCache, projectId: string, { entityId, member }: Change): void => {
  if (!member) {
    removeMember(cache, projectId, entityId);
    return;
  }
  cache.writeFragment({ fragment: ProjectMemberFieldsFragmentDoc, data: member });
  addMember(cache, member);
};

const applyItemChange = (cache: ApolloCache, { entityId, movedTo, task, checklistItem }: Change): void => {
  // It brings the number of its items.
  if (task) cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  if (!checklistItem) {
    if (!movedTo) forgetItem(cache, entityId);
    return;
  }
  cache.writeFragment({ fragment: ChecklistItemFieldsFragmentDoc, data: checklistItem });
  listItem(cache, checklistItem);
};

const applyCommentChange = (cache: ApolloCache, { entityId, movedTo, task, comment }: Change): void => {
  // It brings the number of its comments.
  if (task) cache.writeFragment({ fragment: TaskFieldsFragmentDoc, data: task });
  if (!comment) {
    // It goes where its task goes.
    if (!movedTo) forgetComment(cache, entityId);
    return;
  }
  cache.writeFragment({ fragment: CommentFieldsFragmentDoc, data: comment });
  listComment(cache, comment);
};

const applyChanges = (cache: ApolloCache, set: ChangeSet): Unknown => {
  const { projectId, project, changes } = set;
  const id = cache.identify({ __typename: 'Project', id: projectId });
  const before = cache.readFragment({ id, fragment: ProjectSummaryFragmentDoc });
  if (project) writeProject(cache, project);
  advance(cache, set);
  let unknown = NOTHING_UNKNOWN;
  if (project && before && before.archivedAt !== project.archivedAt) {
    settleArchived(cache, project);
    unknown = { figures: true, counts: true, lists: true };
  }
  for (const change of changes) {
    if (change.entity === 'MEMBER') applyMemberChange(cache, projectId, change);
    if (change.entity === 'CHECKLIST_ITEM') applyItemChange(cache, change);
    if (change.entity === 'COMMENT') applyCommentChange(cache, change);
    if (change.entity !== 'TASK') continue;
    const more = applyTaskChange(cache, change);
    unknown = { ...unknown, figures: unknown.figures || more.figures, counts: unknown.counts || more.counts };
  }
  return unknown;
};

/**
 * Brings one event of the feed into the cache, through the same functions as this tab's own writes; answers what is left
 * to be asked for. An event that tells nothing new changes nothing, so it may be applied again: each object carries its
 * version, and a list takes it once.
 */
export const applyChangeSet = (cache: ApolloCache, set: ChangeSet): Unknown => {
  const { kind, projectId, project, revision } = set;
  switch (kind) {
    case 'CHANGES':
      return applyChanges(cache, set);
    case 'PROJECT_JOINED':
      if (project) {
        writeProject(cache, project);
        addProject(cache, project);
      }
      return revision > FIRST_REVISION ? { figures: true, counts: true, lists: true } : NOTHING_UNKNOWN;
    case 'PROJECT_LEFT':
      removeTasksOf(cache, projectId);
      forgetProject(cache, projectId);
      return { figures: true, counts: true, lists: false };
    case 'RESYNC':
      return { figures: true, counts: true, lists: true };
  }
};
