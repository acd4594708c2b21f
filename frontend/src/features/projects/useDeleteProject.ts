import { useMutation } from '@apollo/client/react';
import { undoButton } from '../../sync/client/undoableActions';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { notify } from '../../ui/notify';
import { DeleteProjectDocument } from './DeleteProject.generated';
import { useLeaveProject } from './useLeaveProject';

/** Deletes a project, and opens the page `to` if the project's own page is open. Returns whether it succeeded. */
export const useDeleteProject = (texts: { done: string; failed: string }, to?: string) => {
  const leaveProject = useLeaveProject(to);
  const [deleteProject, { loading }] = useMutation(DeleteProjectDocument);
  const remove = async (id: string): Promise<boolean> => {
    const mutationId = newId();
    if (!(await succeeds(deleteProject({ variables: { input: { id, mutationId } } }), texts.failed))) return false;
    await leaveProject(id);
    notify.success(texts.done, undoButton(mutationId));
    return true;
  };
  return { remove, pending: loading };
};
