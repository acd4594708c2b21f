import type { ApolloCache } from '@apollo/client';
import type { ChangeEntity } from '@contract/enums';
import { applyCommentChange } from '../features/comments/commentCache';
import { applyColumnChange } from '../features/projects/columns/columnCache';
import { renameTasks } from '../features/projects/loadedTaskKeys';
import {
  addProject,
  applyMemberChange,
  evictProject,
  isKnownProject,
  updateArchived,
} from '../features/projects/projectCache';
import { ProjectDocument } from '../features/projects/Project.generated';
import { ProjectSummaryFragmentDoc } from '../features/projects/ProjectSummary.generated';
import { applyItemChange } from '../features/tasks/checklist/checklistCache';
import { putColoredTags } from '../features/projects/tags/setTagColor';
import { removeTasksOf } from '../features/tasks/model/taskCache';
import { applyFileChange } from '../features/tasks/files/fileCache';
import { applyRelationChange } from '../features/tasks/family/relationCache';
import { applyCounts, applyTaskChange } from '../features/tasks/model/taskChange';
import { mergeInvalidations, NO_INVALIDATION, type Invalidation } from '../sync/feed/reactions';
import type { ChangesSubscription } from './Changes.generated';

export type ChangeSet = ChangesSubscription['changes'];
type Change = ChangeSet['changes'][number];

type ApplyChange = (cache: ApolloCache, change: Change, projectId: string) => Partial<Invalidation> | void;

/** Applies changes of each kind of object to the cache; returns the data to refetch. */
const APPLY: Record<ChangeEntity, ApplyChange> = {
  // The project's other fields come with the change set.
  PROJECT: (cache, { project }) => putColoredTags(cache, project),
  MEMBER: (...change) => {
    applyMemberChange(...change);
    return { people: true };
  },
  COLUMN: applyColumnChange,
  TASK: applyTaskChange,
  TASK_RELATION: applyRelationChange,
  ATTACHMENT: applyFileChange,
  CHECKLIST_ITEM: applyItemChange,
  COMMENT: applyCommentChange,
};

/** Changes of a kind that only a newer server knows are ignored. */
const applyNothing: ApplyChange = () => undefined;
const applyOf = (entity: string): ApplyChange =>
  (APPLY as Readonly<Record<string, ApplyChange | undefined>>)[entity] ?? applyNothing;

/** With the lists, the people are read as well. */
const EVERYTHING: Invalidation = { figures: true, counts: true, people: false, lists: true };

/** A copy of a project has tasks from here on, which no event contains. */
const FIRST_REVISION = 1;

const writeProject = (cache: ApolloCache, project: NonNullable<ChangeSet['project']>): void => {
  cache.writeQuery({ query: ProjectDocument, variables: { id: project.id }, data: { project } });
};

/** Queries with a project's history load further lines when the project's revision grows. */
const advance = (cache: ApolloCache, { projectId, revision }: ChangeSet): void => {
  cache.modify<{ revision: number }>({
    id: cache.identify({ __typename: 'Project', id: projectId }),
    fields: { revision: (known) => Math.max(known, revision) },
  });
};

const applyChanges = (cache: ApolloCache, set: ChangeSet): Invalidation => {
  const { projectId, project, changes } = set;
  const id = cache.identify({ __typename: 'Project', id: projectId });
  const before = cache.readFragment({ id, fragment: ProjectSummaryFragmentDoc });
  if (project) writeProject(cache, project);
  if (project && changes.some(({ entity }) => entity === 'PROJECT')) renameTasks(cache, project);
  advance(cache, set);
  let invalidation = NO_INVALIDATION;
  // Lists and figures of several projects exclude archived ones and templates.
  if (project && before && (before.archivedAt !== project.archivedAt || before.isTemplate !== project.isTemplate)) {
    updateArchived(cache, project);
    invalidation = EVERYTHING;
  }
  for (const change of changes) {
    invalidation = mergeInvalidations(invalidation, applyOf(change.entity)(cache, change, projectId) ?? {});
    applyCounts(cache, change.affected);
  }
  return invalidation;
};

/**
 * Applies an event of the feed to the cache, through the same functions as this tab's own writes; returns the data to
 * refetch. Applying an event twice is harmless, because objects have versions and a list contains an object only once.
 */
export const applyChangeSet = (cache: ApolloCache, set: ChangeSet): Invalidation => {
  const { kind, projectId, project, revision } = set;
  switch (kind) {
    case 'CHANGES':
      return applyChanges(cache, set);
    case 'PROJECT_JOINED': {
      // This tab has just created it, and opens its page.
      const isOwn = revision === FIRST_REVISION && isKnownProject(cache, projectId);
      if (project) {
        writeProject(cache, project);
        addProject(cache, project);
      }
      return isOwn ? NO_INVALIDATION : EVERYTHING;
    }
    case 'PROJECT_LEFT':
      removeTasksOf(cache, projectId);
      evictProject(cache, projectId);
      return { figures: true, counts: true, people: true, lists: false };
    case 'RESYNC':
    default:
      // A kind that only a newer server knows is handled like RESYNC.
      return EVERYTHING;
  }
};
