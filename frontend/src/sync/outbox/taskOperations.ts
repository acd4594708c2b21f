import type { ApolloCache } from '@apollo/client';
import { LIMITS } from '@contract/limits';
import { MoveTaskDocument } from '../../features/tasks/board/MoveTask.generated';
import type {
  BulkUpdateTasksInput,
  CreateTaskInput,
  CreateTasksInput,
  DeleteTaskInput,
  MoveTaskInput,
  UpdateTaskInput,
} from '../client/schema.generated';
import { ProjectSummaryFragmentDoc } from '../../features/projects/ProjectSummary.generated';
import { provisionalRank } from '../../features/tasks/model/provisionalRank';
import { CreateTasksDocument } from '../../features/tasks/create/CreateTasks.generated';
import {
  applyTask,
  changeLists,
  countTask,
  deleteTask,
  knownTask,
  patchTask,
  without,
} from '../../features/tasks/model/taskCache';
import { newTaskValues } from '../../features/tasks/model/taskValues';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from '../../features/tasks/model/TaskFields.generated';
import { PersonFragmentDoc } from '../client/Person.generated';
import {
  BulkUpdateTasksDocument,
  CreateTaskDocument,
  DeleteTaskDocument,
  UpdateTaskDocument,
} from '../../features/tasks/model/TaskWrites.generated';
import { waitingTexts } from '../../texts/waiting';
import { NewTaskFragmentDoc } from './NewTask.generated';
import { operation, type Made } from './operation';
import { ALL } from './queue';

const { words } = waitingTexts;

const taskOf = (cache: ApolloCache, id: string, optimistic = true): TaskFieldsFragment | null =>
  cache.readFragment({
    id: cache.identify({ __typename: 'Task', id }),
    fragment: TaskFieldsFragmentDoc,
    optimistic,
  });

/** What a task is called: as the server knows it, which is not yet what the write makes of it. */
export const titleOf = (cache: ApolloCache, id: string): string =>
  (taskOf(cache, id, false) ?? taskOf(cache, id))?.title ?? waitingTexts.unknownTask;

const personOf = (cache: ApolloCache, id: string | null): TaskFieldsFragment['assignee'] =>
  id === null
    ? null
    : cache.readFragment({
        id: cache.identify({ __typename: 'User', id }),
        fragment: PersonFragmentDoc,
        optimistic: true,
      });

type Fields = Omit<UpdateTaskInput, 'id' | 'version' | 'mutationId'>;

/** What a patch makes of a task, the person in full where they are known. */
const patchOf = (cache: ApolloCache, fields: Fields): Partial<TaskFieldsFragment> =>
  ({
    ...fields,
    ...(fields.assigneeId !== undefined && { assignee: personOf(cache, fields.assigneeId) }),
  }) as Partial<TaskFieldsFragment>;

const namesOf = (fields: object): string[] => Object.keys(fields).filter((name) => !UNNAMED.includes(name));
const UNNAMED = ['id', 'ids', 'version', 'mutationId'];

/** Takes a task out of every list and out of the counts: it is still in the cache, and may come back. */
const hideTask = (layer: ApolloCache, taskId: string): void => {
  const id = layer.identify({ __typename: 'Task', id: taskId });
  const projectId = knownTask(layer, taskId)?.projectId;
  if (!id) return;
  changeLists(layer, (list) => ((list.nodes ?? []).some((node) => node.__ref === id) ? without(list, id) : list));
  countTask(layer, projectId, -1);
};

/** Above every rank there is: the end of the column, where new tasks go, one after another. */
const rankOf = (at: string, place = 0): string =>
  `zz${Date.parse(at).toString(36)}${place === 0 ? '' : String(place).padStart(3, '0')}`;

/** A new task on the layer, the so-manieth of its act. */
const showNew = (layer: ApolloCache, input: CreateTaskInput, { me, at }: Made, place = 0): void => {
  const project = layer.readFragment({
    id: layer.identify({ __typename: 'Project', id: input.projectId }),
    fragment: ProjectSummaryFragmentDoc,
    optimistic: true,
  });
  const values = newTaskValues(input);
  if (!input.id || !project || !values) return;
  const person = { id: me.id, firstName: me.firstName, lastName: me.lastName, name: me.name, avatar: me.avatar };
  layer.writeFragment({
    id: layer.identify({ __typename: 'Task', id: input.id }),
    fragment: NewTaskFragmentDoc,
    fragmentName: 'NewTask',
    data: {
      __typename: 'Task',
      id: input.id,
      ...values,
      completedAt: values.status === 'DONE' ? at : null,
      rank: rankOf(at, place),
      version: 0,
      commentCount: 0,
      checklistTotal: 0,
      checklistDone: 0,
      createdAt: at,
      updatedAt: at,
      projectId: project.id,
      creatorId: me.id,
      project: { __typename: 'Project', id: project.id, name: project.name, color: project.color, archivedAt: null },
      assignee: personOf(layer, values.assigneeId),
      creator: { __typename: 'User', ...person },
      checklist: [],
      comments: {
        __typename: 'CommentConnection',
        totalCount: 0,
        pageInfo: { __typename: 'PageInfo', hasPreviousPage: false, startCursor: null },
        nodes: [],
      },
    },
  });
  applyTask(layer, { id: input.id });
  countTask(layer, project.id, 1);
};

/** The server has made it. */
const applyNew = (cache: ApolloCache, task: { id: string }): void => {
  applyTask(cache, task);
  countTask(cache, taskOf(cache, task.id)?.projectId, 1);
};

const createTask = operation({
  document: CreateTaskDocument,
  effect: ({ id, projectId }: CreateTaskInput) => ({
    objects: id ? [id] : [],
    needs: [projectId],
    fields: [ALL],
    isNew: true,
  }),
  title: (_cache, { title }) => title,
  words: (_input, title) => words.createTask(title),
  text: () => 'title',
  show: (layer, input, made) => showNew(layer, input, made),
  answer: (cache, { createTask: { task } }) => applyNew(cache, task),
});

const createTasks = operation({
  document: CreateTasksDocument,
  effect: ({ projectId, tasks }: CreateTasksInput) => ({
    objects: tasks.flatMap(({ id }) => id ?? []),
    needs: [projectId],
    fields: [ALL],
    isNew: true,
  }),
  title: (_cache, { tasks }) => waitingTexts.tasks(tasks.length),
  words: ({ tasks }) => words.createTasks(tasks.map(({ title }) => title)),
  show: (layer, { projectId, tasks }, made) => {
    for (const [place, task] of tasks.entries()) showNew(layer, { ...task, projectId }, made, place);
  },
  answer: (cache, { createTasks: { tasks } }) => {
    for (const task of tasks) applyNew(cache, task);
  },
});

const updateTask = operation({
  document: UpdateTaskDocument,
  effect: (input: UpdateTaskInput) => ({ objects: [input.id], needs: [], fields: namesOf(input), isNew: false }),
  title: (cache, { id }) => titleOf(cache, id),
  words: (input, title) => words.updateTask(namesOf(input), input, title),
  text: ({ title, description }) => (title != null ? 'title' : description != null ? 'description' : undefined),
  show: (layer, { id, version: _version, mutationId: _mutationId, ...fields }, { at }) =>
    patchTask(layer, id, () => patchOf(layer, fields), at),
  answer: (cache, { updateTask: { task } }) => applyTask(cache, task),
  versions: ({ updateTask: { task, revision } }) => ({ [task.id]: revision }),
});

const moveTask = operation({
  document: MoveTaskDocument,
  effect: ({ id }: MoveTaskInput) => ({ objects: [id], needs: [], fields: ['status', 'rank'], isNew: false }),
  title: (cache, { id }) => titleOf(cache, id),
  words: ({ status }, title) => words.moveTask(title, status),
  show: (layer, { id, status, afterId, beforeId }, { at }) => {
    const above = afterId ? taskOf(layer, afterId) : null;
    const below = beforeId ? taskOf(layer, beforeId) : null;
    const rank = above || below ? provisionalRank(above?.rank ?? null, below?.rank ?? null) : rankOf(at);
    patchTask(layer, id, () => ({ status, rank }), at);
  },
  answer: (cache, { moveTask: { task } }) => applyTask(cache, task),
  versions: ({ moveTask: { task, revision } }) => ({ [task.id]: revision }),
});

const bulkUpdateTasks = operation({
  document: BulkUpdateTasksDocument,
  effect: (input: BulkUpdateTasksInput) => {
    const { addTags, removeTags, delete: isDelete, ...rest } = input;
    const fields = isDelete ? [ALL] : [...namesOf(rest), ...(addTags || removeTags ? ['tags'] : [])];
    return { objects: input.ids, needs: [], fields, isNew: false };
  },
  title: (cache, { ids: [only = '', ...others] }) =>
    others.length === 0 ? titleOf(cache, only) : waitingTexts.tasks(others.length + 1),
  words: ({ delete: isDelete }, title) => (isDelete ? words.deleteTasks(title) : words.updateTasks(title)),
  show: (layer, { ids, delete: isDelete, addTags, removeTags, mutationId: _mutationId, ...fields }, { at }) => {
    for (const id of ids) {
      if (isDelete) hideTask(layer, id);
      else {
        patchTask(
          layer,
          id,
          ({ tags }) => ({
            ...patchOf(layer, fields),
            tags: [...new Set([...tags.filter((tag) => !removeTags?.includes(tag)), ...(addTags ?? [])])].slice(
              0,
              LIMITS.tagsMax,
            ),
          }),
          at,
        );
      }
    }
  },
  answer: (cache, { bulkUpdateTasks: { tasks, deletedIds } }) => {
    for (const task of tasks) applyTask(cache, task);
    for (const id of deletedIds) deleteTask(cache, id);
  },
  versions: ({ bulkUpdateTasks: { tasks } }, cache) =>
    Object.fromEntries(tasks.map(({ id }) => [id, taskOf(cache, id)?.version ?? 0])),
});

const removeTask = operation({
  document: DeleteTaskDocument,
  effect: ({ id }: DeleteTaskInput) => ({ objects: [id], needs: [], fields: [ALL], isNew: false }),
  title: (cache, { id }) => titleOf(cache, id),
  words: (_input, title) => words.deleteTask(title),
  isDoneWhenGone: true,
  show: (layer, { id }) => hideTask(layer, id),
  answer: (cache, { deleteTask: { taskId } }) => deleteTask(cache, taskId),
});

/** Writes to tasks that may wait. */
export const taskOperations = {
  CreateTask: createTask,
  CreateTasks: createTasks,
  UpdateTask: updateTask,
  MoveTask: moveTask,
  BulkUpdateTasks: bulkUpdateTasks,
  DeleteTask: removeTask,
};
