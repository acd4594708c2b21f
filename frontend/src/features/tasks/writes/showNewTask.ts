import { completeRepeat } from '@contract/repeat';
import type { ApolloCache } from '@apollo/client';
import { excerptTask } from '@contract/excerpt';
import { PersonFragmentDoc } from '../../../sync/client/Person.generated';
import type { CreateTaskInput, ProjectRole, UpdateTaskInput } from '../../../sync/client/schema.generated';
import type { WriteMeta } from '../../../sync/writes/defineWrite';
import { isStored, readStored } from '../../../sync/writes/readStored';
import { firstColumnId } from '../../projects/columns/columnStatuses';
import { FirstMembersFragmentDoc, type FirstMembersFragment } from '../../projects/FirstMembers.generated';
import { ProjectSummaryFragmentDoc } from '../../projects/ProjectSummary.generated';
import { lastRank, readTask } from '../model/readTask';
import { readTaskText } from '../model/readTaskText';
import { applyTask, adjustTaskCount } from '../model/taskCache';
import { newTaskValues, showDue } from '../model/taskValues';
import type { TaskFieldsFragment } from '../model/TaskFields.generated';
import { TaskTextFragmentDoc } from '../model/TaskText.generated';
import { NewTaskFragmentDoc } from './NewTask.generated';

const readPerson = (cache: ApolloCache, id: string | null): TaskFieldsFragment['assignee'] =>
  id === null
    ? null
    : cache.readFragment({
        id: cache.identify({ __typename: 'User', id }),
        fragment: PersonFragmentDoc,
        optimistic: true,
      });

/** Returns the parent in a card's format; null if it is not loaded. */
const readParent = (cache: ApolloCache, id: string): TaskFieldsFragment['parent'] => {
  const parent = readTask(cache, id);
  return parent && { __typename: 'Task', id, version: parent.version, key: parent.key, title: parent.title };
};

const BOOKKEEPING = ['id', 'ids', 'version', 'mutationId'];

export const changedFields = (input: object): string[] => [
  ...new Set(
    Object.keys(input)
      .filter((name) => !BOOKKEEPING.includes(name))
      // A due day is a value of the due date.
      .map((name) => (name === 'dueDay' ? 'dueDate' : name)),
  ),
];

type ChangedFields = Omit<UpdateTaskInput, 'id' | 'version' | 'mutationId'>;

/** Returns the changed fields as the cache stores them: with the assignee, if the cache knows them. */
export const toPatch = (cache: ApolloCache, fields: ChangedFields): Partial<TaskFieldsFragment> =>
  ({
    ...fields,
    ...showDue(fields),
    ...(fields.assigneeId !== undefined && { assignee: readPerson(cache, fields.assigneeId) }),
    ...(fields.description != null && { excerpt: excerptTask({ description: fields.description }) }),
  }) as Partial<TaskFieldsFragment>;

/** Shows a new description, if the task was opened here. A queued description has no revision and keeps the previous one. */
export const showText = (cache: ApolloCache, id: string, description: string, revision?: number): void => {
  const before = readTaskText(cache, id);
  if (!before) return;
  cache.writeFragment({
    id: cache.identify({ __typename: 'Task', id }),
    fragment: TaskTextFragmentDoc,
    data: { ...before, description, describedAt: revision ?? before.describedAt },
  });
};

/** Shows a task that is queued to be created; `index` is its position within the same write. */
export const showNewTask = (layer: ApolloCache, input: CreateTaskInput, meta: WriteMeta, index = 0): void => {
  const { me, at, isQueued } = meta;
  // An edit needs the task's version, which is unknown until the answer. Edits of a queued task wait for it.
  if (!isQueued || !me || !input.id || isStored(layer, 'Task', input.id)) return;
  const project = layer.readFragment({
    id: layer.identify({ __typename: 'Project', id: input.projectId }),
    fragment: ProjectSummaryFragmentDoc,
    optimistic: true,
  });
  const values = newTaskValues(input);
  if (!project || !values) return;
  const person = { id: me.id, firstName: me.firstName, lastName: me.lastName, name: me.name, avatar: me.avatar };
  layer.writeFragment({
    id: layer.identify({ __typename: 'Task', id: input.id }),
    fragment: NewTaskFragmentDoc,
    fragmentName: 'NewTask',
    data: {
      __typename: 'Task',
      id: input.id,
      key: null,
      ...values,
      excerpt: excerptTask(values),
      describedAt: 0,
      columnId: values.columnId ?? firstColumnId(layer, { projectId: project.id, status: values.status }),
      completedAt: values.status === 'DONE' ? at : null,
      rank: lastRank(at, index),
      version: 0,
      commentCount: 0,
      checklistTotal: 0,
      checklistDone: 0,
      subtasksTotal: 0,
      subtasksDone: 0,
      openBlockers: 0,
      attachmentCount: 0,
      coverId: null,
      repeat: values.repeat == null ? null : { __typename: 'Repeat', ...completeRepeat(values.repeat) },
      seriesId: null,
      occurrence: null,
      cover: null,
      parent: values.parentId === null ? null : readParent(layer, values.parentId),
      createdAt: at,
      updatedAt: at,
      projectId: project.id,
      creatorId: me.id,
      project: {
        __typename: 'Project',
        id: project.id,
        name: project.name,
        color: project.color,
        archivedAt: null,
        isTemplate: false,
        viewerRole: project.viewerRole,
      },
      assignee: readPerson(layer, values.assigneeId),
      creator: { __typename: 'User', ...person },
      checklist: [],
      attachments: [],
      relations: [],
      watchers: [{ __typename: 'User', ...person }],
      origin: null,
      comments: {
        __typename: 'CommentConnection',
        totalCount: 0,
        pageInfo: { __typename: 'PageInfo', hasPreviousPage: false, startCursor: null },
        nodes: [],
      },
    },
  });
  showMembers(layer, project, { __typename: 'User', ...person });
  applyTask(layer, { id: input.id });
  adjustTaskCount(layer, project.id, 1);
};

/** The panel of a task needs members of its project. If none were loaded, the viewer is the only one until the answer. */
const showMembers = (
  layer: ApolloCache,
  { id, viewerRole }: { id: string; viewerRole: ProjectRole },
  user: FirstMembersFragment['members']['nodes'][number]['user'],
): void => {
  const stored = readStored(layer, 'Project', id, 'members') as { pageInfo?: object } | undefined;
  if (stored?.pageInfo) return;
  layer.writeFragment({
    id: layer.identify({ __typename: 'Project', id }),
    fragment: FirstMembersFragmentDoc,
    fragmentName: 'FirstMembers',
    data: {
      __typename: 'Project',
      members: {
        __typename: 'ProjectMemberConnection',
        pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
        nodes: [{ __typename: 'ProjectMember', id: user.id, role: viewerRole, user }],
      },
    },
  });
};

/** Adds a task that the server has created to lists and counts. */
export const applyNewTask = (cache: ApolloCache, task: { id: string }): void => {
  applyTask(cache, task);
  adjustTaskCount(cache, readTask(cache, task.id)?.projectId, 1);
};
