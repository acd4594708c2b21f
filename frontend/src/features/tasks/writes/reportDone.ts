import type { ApolloCache } from '@apollo/client';
import { undoButton } from '../../../sync/client/undoableActions';
import { doneTexts } from '../../../texts/done';
import { notify } from '../../../ui/notify';
import { readTask } from '../model/readTask';

/** Returns the open parts of a completed task; null if there are none, or for several tasks. */
const findOpen = (cache: ApolloCache, [id, ...others]: readonly string[]): string | null => {
  const task = id === undefined || others.length > 0 ? null : readTask(cache, id);
  if (task?.status !== 'DONE') return null;
  const subtasks = task.subtasksTotal - task.subtasksDone;
  return subtasks > 0 || task.openBlockers > 0 ? doneTexts.withOpen(subtasks, task.openBlockers) : null;
};

/** Reports a change of tasks, with Undo. For a completed task with open parts, warns of these instead. */
export const reportDone = (cache: ApolloCache, ids: readonly string[], words: string, mutationId: string): void => {
  notify.success(findOpen(cache, ids) ?? words, undoButton(mutationId));
};
