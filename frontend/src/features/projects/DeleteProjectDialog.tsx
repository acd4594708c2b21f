import { useMutation } from '@apollo/client/react';
import { undoButton } from '../../sync/client/undoableActions';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { projectsTexts } from '../../texts/projects';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { notify } from '../../ui/notify';
import { DeleteProjectDocument } from './DeleteProject.generated';
import { useLeaveProject } from './useLeaveProject';

export interface DeleteProjectDialogProps {
  project: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a project is deleted with all its content. */
export const DeleteProjectDialog = ({ project, open, onOpenChange }: DeleteProjectDialogProps) => {
  const leaveProject = useLeaveProject();
  const [deleteProject] = useMutation(DeleteProjectDocument);

  const confirm = async (): Promise<boolean> => {
    const mutationId = newId();
    const deleted = deleteProject({ variables: { input: { id: project.id, mutationId } } });
    if (!(await succeeds(deleted, projectsTexts.delete.failed))) return false;
    await leaveProject(project.id);
    notify.success(projectsTexts.delete.done, undoButton(mutationId));
    return true;
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={projectsTexts.delete.title}
      confirmLabel={projectsTexts.delete.confirm}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">
        {projectsTexts.delete.text(
          <strong dir="auto" className="font-medium">
            {project.name}
          </strong>,
        )}
      </p>
    </ConfirmDialog>
  );
};
