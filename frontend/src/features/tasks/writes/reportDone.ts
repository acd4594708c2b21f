import type { ApolloCache } from '@apollo/client';
import { undoButton } from '../../../sync/client/undoableActions';
import { doneTexts } from '../../../texts/done';
import { notify } from '../../../ui/notify';
import { readTask } from '../model/readTask';

/** Returns the tasks that are not done. Called before a change that may complete them. */
export const findOpenTasks = (cache: ApolloCache, ids: readonly string[]): readonly string[] =>
  ids.filter((id) => readTask(cache, id)?.status !== 'DONE');

/** Returns the open parts of the tasks that are done by now; null if there are none. */
const findOpen = (cache: ApolloCache, ids: readonly string[]): string | null => {
  const open = ids.flatMap((id) => {
    const task = readTask(cache, id);
    if (task?.status !== 'DONE') return [];
    const subtasks = task.subtasksTotal - task.subtasksDone;
    return subtasks > 0 || task.openBlockers > 0 ? [{ subtasks, blockers: task.openBlockers }] : [];
  });
  const [only] = open;
  if (!only) return null;
  return ids.length === 1 ? doneTexts.withOpen(only.subtasks, only.blockers) : doneTexts.someWithOpen(open.length);
};

/**
 * Reports a change of tasks, with Undo. If it has completed tasks with open parts, warns of these instead. `ids`: the tasks
 * that were open before.
 */
export const reportDone = (cache: ApolloCache, ids: readonly string[], words: string, mutationId: string): void => {
  notify.success(findOpen(cache, ids) ?? words, undoButton(mutationId));
};
