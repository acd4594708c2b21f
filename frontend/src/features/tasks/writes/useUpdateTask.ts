import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { groupActions } from '../../../sync/client/undoableActions';
import { toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import type { UpdateTaskInput } from '../../../sync/client/schema.generated';
import { sendWrite, showWrite } from '../../../sync/writes/runWrite';
import { readTask } from '../model/readTask';
import { readTaskText } from '../model/readTaskText';
import { isSame, type TaskValues } from '../model/taskValues';
import { TaskNowDocument } from './TaskWrites.generated';
import { updateTask } from './updateTask';

/** Thrown if someone else has changed the same field since. Nothing was sent, or the server refused it. */
export class OutdatedError extends Error {
  override name = 'OutdatedError';
}

type TaskNow = Partial<TaskValues> & { version: number; dueDay?: string | null };

/**
 * Reads a task for a write of these fields. For the description, returns the version of the description: lists update
 * the version of the task without the description.
 */
const readNow = (cache: ApolloCache, id: string, fields: object, optimistic: boolean): TaskNow | null => {
  const task = readTask(cache, id, optimistic);
  if (!task || !('description' in fields)) return task;
  const text = readTaskText(cache, id, optimistic);
  return text && { ...task, ...text, version: text.describedAt };
};

const valueNow = (now: TaskNow, name: string): unknown =>
  name === 'dueDate' ? (now.dueDay ?? now.dueDate) : now[name as keyof TaskValues];

const check = (base: Partial<TaskValues>, now: TaskNow | null): void => {
  if (!now) return;
  const isOutdated = Object.entries(base).some(([name, was]) => !isSame(valueNow(now, name), was));
  if (isOutdated) throw new OutdatedError();
};

/**
 * Changes fields of a task without overwriting changes by others: if a field no longer equals its value in `base`, on
 * which the edit is based, throws `OutdatedError`, and the cache has the other value. Returns whether the write is
 * queued.
 */
export const useUpdateTask = () => {
  const client = useApolloClient();
  const { cache } = client;

  const send = async (input: UpdateTaskInput, base: Partial<TaskValues>, isFirst: boolean): Promise<boolean> => {
    const now = readNow(cache, input.id, input, false);
    try {
      const written = await sendWrite(client, updateTask, { ...input, ...(now && { version: now.version }) });
      return written.isQueued;
    } catch (error) {
      if (toAppError(error).code !== 'CONFLICT' || !isFirst) throw error;
      // This tab had an old version. The current values may still equal `base`.
      await client.query({ query: TaskNowDocument, variables: { id: input.id }, fetchPolicy: 'network-only' });
      check(base, readNow(cache, input.id, base, false));
      const again = newId();
      // Groups both writes, so that the caller undoes them by the id of the first.
      groupActions([input.mutationId ?? again, again]);
      return send({ ...input, mutationId: again }, base, false);
    }
  };

  return async (input: UpdateTaskInput, base: Partial<TaskValues>): Promise<boolean> => {
    // Includes the viewer's own pending changes, which do not conflict.
    check(base, readNow(cache, input.id, base, true));
    const named = { ...input, mutationId: input.mutationId ?? newId() };
    const hide = showWrite(client, updateTask, named);
    try {
      return await send(named, base, true);
    } finally {
      hide();
    }
  };
};
