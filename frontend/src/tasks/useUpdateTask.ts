import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import type { UpdateTaskInput } from '../graphql/schema.generated';
import { toAppError } from '../graphql/errors';
import { newId } from '../graphql/mutationId';
import { applyTask } from './taskCache';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from './TaskFields.generated';
import { TaskNowDocument } from './fields/TaskNow.generated';
import { TaskPersonFragmentDoc } from './TaskPerson.generated';
import { isSame, type TaskValues } from './fields/taskValues';
import { UpdateTaskDocument } from './UpdateTask.generated';

type Changes = Omit<UpdateTaskInput, 'id' | 'version' | 'mutationId'>;

/** Somebody else has changed the same field since: nothing was sent, or the server refused it. */
export class OutdatedError extends Error {
  override name = 'OutdatedError';
}

const readTask = (cache: ApolloCache, taskId: string, optimistic: boolean): TaskFieldsFragment | null => {
  const id = cache.identify({ __typename: 'Task', id: taskId });
  return cache.readFragment({ id, fragment: TaskFieldsFragmentDoc, optimistic });
};

/** The person as far as the cache knows them; a member of the project is known where a task is edited. */
const personOf = (cache: ApolloCache, userId: string | null | undefined): TaskFieldsFragment['assignee'] =>
  userId
    ? cache.readFragment({
        id: cache.identify({ __typename: 'User', id: userId }),
        fragment: TaskPersonFragmentDoc,
      })
    : null;

/** Shows the change on a layer of its own over what the server last said. */
const showChange = (cache: ApolloCache, taskId: string, changes: Changes, layer: string): void => {
  cache.recordOptimisticTransaction((proxy) => {
    const task = readTask(proxy, taskId, true);
    if (!task) return;
    const assignee = 'assigneeId' in changes ? personOf(proxy, changes.assigneeId) : task.assignee;
    proxy.writeFragment({
      id: proxy.identify(task),
      fragment: TaskFieldsFragmentDoc,
      data: {
        ...task,
        ...(changes as Partial<TaskValues>),
        assignee,
        updatedAt: new Date().toISOString(),
      } as typeof task,
    });
    applyTask(proxy, task);
  }, layer);
};

/**
 * Changes a task: at once on the screen and in the lists, then on the server; a refusal puts it exactly back.
 *
 * With `base`, what the changed fields were when the person began, a change by somebody else is never overwritten: the
 * write then fails as outdated, with the cache holding their values.
 */
export const useUpdateTask = () => {
  const client = useApolloClient();
  const { cache } = client;
  const [mutate, state] = useMutation(UpdateTaskDocument, {
    update: (store, { data }) => {
      if (data) applyTask(store, data.updateTask.task);
    },
  });

  const send = async (input: UpdateTaskInput, base: Partial<TaskValues> | undefined, again: boolean): Promise<void> => {
    const now = base && readTask(cache, input.id, false);
    const values: Partial<TaskValues> | null | undefined = now;
    if (base && values && Object.entries(base).some(([name, was]) => !isSame(values[name as keyof TaskValues], was))) {
      throw new OutdatedError();
    }
    try {
      await mutate({ variables: { input: { ...input, ...(now && { version: now.version }) } } });
    } catch (error) {
      if (toAppError(error).code !== 'CONFLICT' || !again) throw error;
      // What this tab knew was old. The new values either stand against these, or are the old ones once more.
      await client.query({ query: TaskNowDocument, variables: { id: input.id }, fetchPolicy: 'network-only' });
      await send({ ...input, mutationId: newId() }, base, false);
    }
  };

  const run = async (input: UpdateTaskInput, base?: Partial<TaskValues>): Promise<void> => {
    const { id, version: _version, mutationId, ...changes } = input;
    const write = mutationId ?? newId();
    showChange(cache, id, changes, write);
    try {
      await send({ ...input, mutationId: write }, base, base !== undefined);
    } finally {
      cache.removeOptimistic(write);
    }
  };
  return [run, state] as const;
};
