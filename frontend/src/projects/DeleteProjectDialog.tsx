import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { reportError } from '../graphql/errors';
import { projectsTexts } from '../texts/projects';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { notify } from '../ui/notify';
import { removeProject } from './projectCache';
import { useDeleteProject } from './useDeleteProject';

interface DeleteProjectDialogProps {
  project: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Asks before a project goes with everything in it. */
export const DeleteProjectDialog = ({ project, open, onOpenChange }: DeleteProjectDialogProps) => {
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  const [deleteProject] = useDeleteProject();

  const confirm = async (): Promise<boolean> => {
    try {
      await deleteProject(project.id);
    } catch (error) {
      reportError(error, { fallback: projectsTexts.delete.failed });
      return false;
    }
    // The page leaves first: while it stands, it would ask for the project that is gone.
    await navigate('/projects', { replace: true });
    removeProject(cache, project.id);
    notify.success(projectsTexts.delete.done);
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
