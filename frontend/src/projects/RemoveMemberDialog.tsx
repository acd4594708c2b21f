import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { reportError } from '../graphql/errors';
import { projectsTexts } from '../texts/projects';
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
  const texts = isViewer ? projectsTexts.leave : projectsTexts.removeMember;

  const confirm = async (): Promise<boolean> => {
    try {
      await remove(projectId, userId, isViewer);
    } catch (error) {
      reportError(error, { fallback: texts.failed });
      return false;
    }
    if (isViewer) {
      // The page leaves first: while it stands, it would ask for a project that is no longer there for the viewer.
      await navigate('/projects', { replace: true });
      removeProject(cache, projectId);
      notify.success(projectsTexts.leave.done);
    } else {
      notify.success(projectsTexts.removeMember.done(user.name));
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
      title={texts.title}
      confirmLabel={texts.confirm}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">{texts.text(user.name)}</p>
    </ConfirmDialog>
  );
};
