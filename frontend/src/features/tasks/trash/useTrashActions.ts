import { useMutation } from '@apollo/client/react';
import { undoButton } from '../../../sync/client/undoableActions';
import { succeeds } from '../../../sync/client/errors';
import { newId } from '../../../sync/client/mutationId';
import { updateArchived } from '../../projects/projectCache';
import { trashTexts } from '../../../texts/trash';
import { notify } from '../../../ui/notify';
import { applyTask, adjustTaskCount, findCachedTask } from '../model/taskCache';
import { PurgeDocument, RestoreProjectDocument, RestoreTaskDocument } from './Trash.generated';

/** Something in the trash. */
interface Entry {
  id: string;
  kind: 'TASK' | 'PROJECT';
}

/** Restores or permanently deletes objects; each function reports its outcome, and returns whether it succeeded. */
export const useTrashActions = () => {
  const [restoreTask] = useMutation(RestoreTaskDocument, {
    update: (cache, { data }) => {
      if (!data) return;
      const { task } = data.restoreTask;
      applyTask(cache, task);
      adjustTaskCount(cache, findCachedTask(cache, task.id)?.projectId, 1);
    },
  });
  const [restoreProject] = useMutation(RestoreProjectDocument, {
    update: (cache, { data }) => {
      if (data) updateArchived(cache, data.restoreProject.project);
    },
  });
  const [purge] = useMutation(PurgeDocument);
  const variables = (id: string) => ({ input: { id, mutationId: newId() } });
  return {
    restore: async ({ id, kind }: Entry): Promise<boolean> => {
      const isTask = kind === 'TASK';
      const named = variables(id);
      const restored = isTask ? restoreTask({ variables: named }) : restoreProject({ variables: named });
      if (!(await succeeds(restored, trashTexts.restoreFailed))) return false;
      const done = isTask ? trashTexts.restoredTask : trashTexts.restoredProject;
      notify.success(done, undoButton(named.input.mutationId));
      return true;
    },
    purge: async ({ id }: Entry): Promise<boolean> => {
      if (!(await succeeds(purge({ variables: variables(id) }), trashTexts.purgeFailed))) return false;
      notify.success(trashTexts.purged);
      return true;
    },
  };
};
