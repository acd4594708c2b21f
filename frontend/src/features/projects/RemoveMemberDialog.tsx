import { type RefObject, useRef, useState } from 'react';
import { useMutation } from '@apollo/client/react';
import { undoButton } from '../../sync/client/undoableActions';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { projectsTexts } from '../../texts/projects';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { notify } from '../../ui/notify';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { RemoveProjectMemberDocument } from './RemoveProjectMember.generated';
import { useLeaveProject } from './useLeaveProject';

export interface RemovedMember {
  projectId: string;
  userId: string;
  user: { name: string };
  isViewer: boolean;
}

export interface RemoveMemberDialogProps {
  member: RemovedMember;
  onClose: () => void;
  /** Gets the focus when the member, and so the pressed button, is gone. */
  finalFocus?: RefObject<HTMLElement | null>;
}

/** Asks before a person is removed from a project or leaves it. */
export const RemoveMemberDialog = ({ member, onClose, finalFocus }: RemoveMemberDialogProps) => {
  const leaveProject = useLeaveProject();
  const [remove] = useMutation(RemoveProjectMemberDocument);
  const [open, setOpen] = useState(true);
  const isRemoved = useRef(false);
  const { projectId, userId, isViewer, user } = member;
  const texts = isViewer ? projectsTexts.leave : projectsTexts.removeMember;

  const confirm = async (): Promise<boolean> => {
    const mutationId = newId();
    const removed = remove({
      variables: { input: { projectId, userId, mutationId } },
      // A person who has left can no longer read the list.
      ...(!isViewer && { refetchQueries: [ProjectMembersDocument], awaitRefetchQueries: true }),
    });
    if (!(await succeeds(removed, texts.failed))) return false;
    isRemoved.current = true;
    if (isViewer) {
      await leaveProject(projectId);
      notify.success(projectsTexts.leave.done);
    } else {
      notify.success(projectsTexts.removeMember.done(user.name), undoButton(mutationId));
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
      finalFocus={() => (isRemoved.current ? (finalFocus?.current ?? null) : null)}
      title={texts.title}
      confirmLabel={texts.confirm}
      onConfirm={confirm}
    >
      <p className="wrap-anywhere">{texts.text(user.name)}</p>
    </ConfirmDialog>
  );
};
