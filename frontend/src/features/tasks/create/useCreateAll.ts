import { useRef, useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { groupActions, undoButton } from '../../../sync/client/undoableActions';
import { runWrite } from '../../../sync/writes/runWrite';
import { useCurrentUser } from '../../account/session/SessionContext';
import { newTaskTexts } from '../../../texts/newTask';
import { tasksTexts } from '../../../texts/tasks';
import { notify } from '../../../ui/notify';
import { createTask } from '../writes/createTask';
import { createTasks } from '../writes/createTasks';
import { rememberProject } from './lastProject';
import type { NewTaskInput as FormTask } from './taskForm';

/** A task of the form, with its column unless that is the first one of its status. */
type NewTaskInput = FormTask & { columnId?: string };

/** Thrown if some of several tasks could not be created. */
export class PartialFailureError extends Error {
  override name = 'PartialFailureError';
  constructor(
    /** The failed lines. */
    readonly left: readonly number[],
    /** The lines that the server refused. */
    readonly refused: readonly number[],
    override readonly cause: unknown,
  ) {
    super();
  }
}

interface Write {
  mutationId: string;
  ids: readonly string[];
}

/**
 * Creates tasks with one write per project, as one action that can be undone, and reports it. A retry after a failure
 * is the same write. Rejects with the reason, or with `PartialFailureError`.
 */
export const useCreateAll = () => {
  const client = useApolloClient();
  const { cache } = client;
  const [pending, setPending] = useState(false);
  const { id: me } = useCurrentUser();
  /** The writes whose answer may have been lost. */
  const failed = useRef(new Map<string, Write>());

  const writeOf = (body: string, count: number): Write => {
    const known = failed.current.get(body);
    failed.current.delete(body);
    // Tasks created at the same time are sorted by id, so the ids ascend in the order of the lines.
    return known ?? { mutationId: newId(), ids: Array.from({ length: count }, newId).toSorted() };
  };

  const createOne = async (task: NewTaskInput): Promise<void> => {
    const body = JSON.stringify(task);
    const write = writeOf(body, 1);
    const { mutationId, ids } = write;
    try {
      const { isQueued } = await runWrite(client, createTask, { ...task, id: ids[0] ?? newId(), mutationId });
      if (!isQueued) notify.success(tasksTexts.create.done, undoButton(mutationId));
    } catch (error) {
      failed.current.set(body, write);
      throw error;
    }
  };

  const createSeveral = async (tasks: readonly NewTaskInput[]): Promise<void> => {
    const groups = [...new Set(tasks.map(({ projectId }) => projectId))].map((projectId) => {
      const members = [...tasks.entries()].filter(([, task]) => task.projectId === projectId);
      const body = JSON.stringify(members.map(([, task]) => task));
      return { projectId, members, body, ...writeOf(body, members.length) };
    });
    const actionId = groupActions(groups.map(({ mutationId }) => mutationId));
    let isQueued = false;
    let done = 0;
    for (const [at, { projectId, members, mutationId, ids }] of groups.entries()) {
      const made = members.map(([, { projectId: _projectId, ...task }], place) => ({
        ...task,
        id: ids[place] ?? newId(),
      }));
      try {
        ({ isQueued } = await runWrite(client, createTasks, { projectId, tasks: made, mutationId }));
      } catch (error) {
        for (const group of groups.slice(at)) failed.current.set(group.body, group);
        const left = groups.slice(at).flatMap((group) => group.members.map(([index]) => index));
        if (done > 0) notify.success(newTaskTexts.many.done(done), undoButton(actionId));
        throw new PartialFailureError(
          left.toSorted((a, b) => a - b),
          members.map(([index]) => index),
          error,
        );
      }
      done += members.length;
    }
    if (!isQueued) notify.success(newTaskTexts.many.done(done), undoButton(actionId));
  };

  const run = async (tasks: readonly NewTaskInput[]): Promise<void> => {
    const [first, ...others] = tasks;
    if (!first) return;
    setPending(true);
    try {
      await (others.length === 0 ? createOne(first) : createSeveral(tasks));
    } finally {
      setPending(false);
    }
    rememberProject(cache, me, tasks.at(-1)?.projectId ?? first.projectId);
  };
  return [run, pending] as const;
};

const FIELD_PATH = /^tasks\.(\d+)\.(\w+)$/u;

/** Returns the server's message about one of several tasks, with its line; null for other errors. */
export const lineErrorText = ({ refused, cause }: PartialFailureError): string | null => {
  for (const [name, [message]] of Object.entries(toAppError(cause).fields)) {
    const at = FIELD_PATH.exec(name)?.[1];
    if (at !== undefined && message) return newTaskTexts.many.line((refused[Number(at)] ?? 0) + 1, message);
  }
  return null;
};
