import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { reportError } from '../graphql/errors';
import { ConfirmDialog } from '../ui/ConfirmDialog';
import { notify } from '../ui/notify';
import { removeProject } from './projectCache';
import { useRemoveMember } from './useProjectMembers';

export interface RemovedMember {
  projectId: string;
  userId: string;
  user: { name: string };
  isViewer: boolean;
}

interface RemoveMemberDialogProps {
  member: RemovedMember;
  onClose: () => void;
}

/** Asks before somebody is taken out of a project, or leaves it. */
export const RemoveMemberDialog = ({ member, onClose }: RemoveMemberDialogProps) => {
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  const [remove] = useRemoveMember();
  const [open, setOpen] = useState(true);
  const { projectId, userId, isViewer, user } = member;

  const confirm = async (): Promise<boolean> => {
    try {
      await remove(projectId, userId, isViewer);
    } catch (error) {
      reportError(error, { fallback: isViewer ? 'Failed to leave the project' : 'Failed to remove the member' });
      return false;
    }
    if (isViewer) {
      // The page leaves first: while it stands, it would ask for a project that is no longer there for the viewer.
      await navigate('/projects', { replace: true });
      removeProject(cache, projectId);
      notify.success('You left the project');
    } else {
      notify.success(`${user.name} is no longer a member`);
    }
    return true;
  };

  const change = (next: boolean): void => {
    setOpen(next);
    if (!next) onClose();
  };

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={change}
      title={isViewer ? 'Leave project?' : 'Remove member?'}
      confirmLabel={isViewer ? 'Leave project' : 'Remove member'}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">
        {isViewer
          ? 'You will no longer see this project. Tasks assigned to you in it will have no assignee.'
          : `${user.name} will no longer see this project. Tasks assigned to them in it will have no assignee.`}
      </p>
    </ConfirmDialog>
  );
};
