import { useApolloClient, useMutation } from '@apollo/client/react';
import { excerpt } from '../../../lib/text';
import { undoButton } from '../../../sync/client/undoableActions';
import { reportError, toAppError } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { useWrite } from '../../../sync/writes/runWrite';
import { moveTaskTexts } from '../../../texts/moveTask';
import { notify } from '../../../ui/notify';
import { MoveTaskToProjectDocument } from './MoveTaskToProject.generated';
import { applyTask, adjustTaskCount, findCachedTask } from '../model/taskCache';
import { bulkUpdateTasks } from './bulkUpdateTasks';

interface Target {
  id: string;
  name: string;
}

/** Returns the tasks of a refused move whose assignees cannot be assigned in the other project. */
const readUnassignable = (error: unknown, taskId: string): readonly string[] => {
  const ids = toAppError(error).now?.['taskIds'];
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [taskId];
};

/**
 * Moves a task with its subtasks to another project, and reports it. If assignees are not members there, offers to move these
 * tasks unassigned.
 */
export const useMoveToProject = () => {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(MoveTaskToProjectDocument);
  const update = useWrite(bulkUpdateTasks);

  const move = async (taskId: string, target: Target): Promise<void> => {
    const before = findCachedTask(cache, taskId);
    const mutationId = newId();
    await mutate({
      variables: { input: { id: taskId, projectId: target.id, mutationId } },
      update: (store, { data }) => {
        if (!data) return;
        adjustTaskCount(store, before?.projectId, -1);
        adjustTaskCount(store, target.id, 1);
        applyTask(store, data.moveTaskToProject.task);
      },
    });
    const id = `moved:${taskId}`;
    notify.success(moveTaskTexts.done(excerpt(before?.title ?? ''), target.name), { id, ...undoButton(mutationId) });
  };

  /** It can't be queued, because only the server knows whether the assignee can stay. */
  const report = (error: unknown): void => {
    if (toAppError(error).code === 'NETWORK') notify.error(moveTaskTexts.offline);
    else reportError(error, { fallback: moveTaskTexts.failed });
  };

  const unassignAndMove = async (taskId: string, target: Target, ids: readonly string[]): Promise<void> => {
    try {
      await update({ ids: [...ids], assigneeId: null });
      await move(taskId, target);
    } catch (error) {
      report(error);
    }
  };

  return async (taskId: string, target: Target): Promise<void> => {
    try {
      await move(taskId, target);
    } catch (error) {
      const [refusal] = toAppError(error).fields['assigneeId'] ?? [];
      if (refusal === undefined) return report(error);
      notify.error(refusal, {
        isLasting: true,
        action: {
          label: moveTaskTexts.unassign,
          onPress: () => void unassignAndMove(taskId, target, readUnassignable(error, taskId)),
        },
      });
    }
  };
};
