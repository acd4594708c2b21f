import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { reportError } from '../graphql/errors';
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
      reportError(error, { fallback: 'Failed to delete project' });
      return false;
    }
    // The page leaves first: while it stands, it would ask for the project that is gone.
    await navigate('/projects', { replace: true });
    removeProject(cache, project.id);
    notify.success('Project deleted successfully');
    return true;
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Delete project?"
      confirmLabel="Delete project"
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">
        <strong className="font-medium">{project.name}</strong> goes with its board and all of its tasks, for every
        member.
      </p>
    </ConfirmDialog>
  );
};
