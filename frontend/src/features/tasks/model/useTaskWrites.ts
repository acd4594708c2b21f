import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { asOneAct } from '../../../sync/client/acts';
import { toAppError } from '../../../sync/client/errors';
import { waits } from '../../../sync/client/links';
import { newId } from '../../../sync/client/mutationId';
import type {
  BulkUpdateTasksInput,
  CreateTaskInput,
  DeleteTaskInput,
  UpdateTaskInput,
} from '../../../sync/client/schema.generated';
import { isSame, type TaskValues } from './taskValues';
import { applyTask, countTask, deleteTask, knownTask, showChange } from './taskCache';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from './TaskFields.generated';
import { PersonFragmentDoc } from '../../../sync/client/Person.generated';
import {
  BulkUpdateTasksDocument,
  CreateTaskDocument,
  DeleteTaskDocument,
  TaskNowDocument,
  UpdateTaskDocument,
} from './TaskWrites.generated';

/** Creates a task and puts it into every list it belongs to. */
export const useCreateTask = () => {
  const [mutate, state] = useMutation(CreateTaskDocument, {
    update: (cache, { data }) => {
      if (!data) return;
      applyTask(cache, data.createTask.task);
      countTask(cache, knownTask(cache, data.createTask.task.id)?.projectId, 1);
    },
  });
  // One after another: the column has them in the order in which they were typed.
  const run = (input: CreateTaskInput) =>
    mutate({ variables: { input }, context: { turn: `create:${input.projectId}` } });
  return [run, state] as const;
};

/** Deletes a task and takes it out of every list. */
export const useDeleteTask = () => {
  const [mutate] = useMutation(DeleteTaskDocument, {
    update: (cache, { data }) => {
      if (data) deleteTask(cache, data.deleteTask.taskId);
    },
  });
  return (input: DeleteTaskInput) => mutate({ variables: { input } });
};

/** Changes or deletes up to 200 tasks in one act, and with it their places in the lists. */
export const useBulkUpdateTasks = () => {
  const [mutate] = useMutation(BulkUpdateTasksDocument, {
    update: (cache, { data }) => {
      if (!data) return;
      for (const task of data.bulkUpdateTasks.tasks) applyTask(cache, task);
      for (const id of data.bulkUpdateTasks.deletedIds) deleteTask(cache, id);
    },
  });
  return (input: BulkUpdateTasksInput) => mutate({ variables: { input } });
};

/** Somebody else has changed the same field since: nothing was sent, or the server refused it. */
export class OutdatedError extends Error {
  override name = 'OutdatedError';
}

/** The person as far as the cache knows them; a member of the project is known where a task is edited. */
const personOf = (cache: ApolloCache, userId: string | null): TaskFieldsFragment['assignee'] =>
  userId === null
    ? null
    : cache.readFragment({
        id: cache.identify({ __typename: 'User', id: userId }),
        fragment: PersonFragmentDoc,
      });

/**
 * Changes a task: at once on the screen and in the lists, then on the server; a refusal puts it exactly back.
 *
 * With `base`, what the changed fields were when the person began, a change by somebody else is never overwritten: the
 * write then fails as outdated, with the cache holding their values. Answers whether it waits for a connection.
 */
export const useUpdateTask = () => {
  const client = useApolloClient();
  const { cache } = client;
  const [mutate] = useMutation(UpdateTaskDocument, {
    update: (store, { data }) => {
      if (data) applyTask(store, data.updateTask.task);
    },
  });

  /** The task as the server has told of it, or with one's own changes that are not answered yet or wait. */
  const read = (taskId: string, optimistic: boolean): TaskFieldsFragment | null => {
    const id = cache.identify({ __typename: 'Task', id: taskId });
    return cache.readFragment({ id, fragment: TaskFieldsFragmentDoc, optimistic });
  };

  const check = (base: Partial<TaskValues> | undefined, now: Partial<TaskValues> | null): void => {
    if (!base || !now) return;
    const isOutdated = Object.entries(base).some(([name, was]) => !isSame(now[name as keyof TaskValues], was));
    if (isOutdated) throw new OutdatedError();
  };

  const send = async (
    input: UpdateTaskInput,
    base: Partial<TaskValues> | undefined,
    isFirst: boolean,
  ): Promise<boolean> => {
    const now = base && read(input.id, false);
    try {
      return waits(await mutate({ variables: { input: { ...input, ...(now && { version: now.version }) } } }));
    } catch (error) {
      if (toAppError(error).code !== 'CONFLICT' || !isFirst) throw error;
      // What this tab knew was old. The new values either stand against these, or are the old ones once more.
      await client.query({ query: TaskNowDocument, variables: { id: input.id }, fetchPolicy: 'network-only' });
      check(base, read(input.id, false));
      const again = newId();
      // Whoever named the first one undoes this one by it.
      asOneAct([input.mutationId ?? again, again]);
      return send({ ...input, mutationId: again }, base, false);
    }
  };

  return async (input: UpdateTaskInput, base?: Partial<TaskValues>): Promise<boolean> => {
    // Before this change is shown: what one has changed oneself is no change by somebody else.
    check(base, read(input.id, true));
    const { id, version: _version, mutationId, ...changes } = input;
    const write = mutationId ?? newId();
    const patch = {
      ...changes,
      ...(changes.assigneeId !== undefined && { assignee: personOf(cache, changes.assigneeId) }),
    } as Partial<TaskFieldsFragment>;
    showChange(cache, [id], () => patch, write);
    try {
      return await send({ ...input, mutationId: write }, base, base !== undefined);
    } finally {
      cache.removeOptimistic(write);
    }
  };
};
