import type { ApolloCache } from '@apollo/client';
import { undoButton } from '../../../sync/client/undoableActions';
import { doneTexts } from '../../../texts/done';
import { notify } from '../../../ui/notify';
import { readTask } from '../model/readTask';

/** Returns what is still open of a task that is done; null if nothing is, or for several tasks. */
const findOpen = (cache: ApolloCache, [id, ...others]: readonly string[]): string | null => {
  const task = id === undefined || others.length > 0 ? null : readTask(cache, id);
  if (task?.status !== 'DONE') return null;
  const subtasks = task.subtasksTotal - task.subtasksDone;
  return subtasks > 0 || task.openBlockers > 0 ? doneTexts.withOpen(subtasks, task.openBlockers) : null;
};

/** Reports a change of tasks, with Undo. Instead of its own words, it warns of what is still open of a completed task. */
export const reportDone = (cache: ApolloCache, ids: readonly string[], words: string, mutationId: string): void => {
  notify.success(findOpen(cache, ids) ?? words, undoButton(mutationId));
};

/** Warns of what is still open of a completed task, if its change is not reported otherwise. */
export const warnOfOpen = (cache: ApolloCache, id: string, mutationId: string): void => {
  const open = findOpen(cache, [id]);
  if (open !== null) notify.success(open, undoButton(mutationId));
};
