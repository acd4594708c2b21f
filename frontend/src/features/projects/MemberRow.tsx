import { useMutation } from '@apollo/client/react';
import { LogOut, UserMinus } from 'lucide-react';
import { PROJECT_ROLES, type ProjectRole } from '@contract/enums';

import { undoButton } from '../../sync/client/undoableActions';
import { succeeds } from '../../sync/client/errors';
import { newId } from '../../sync/client/mutationId';
import { projectsTexts } from '../../texts/projects';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { notify } from '../../ui/notify';
import { Select } from '../../ui/Select';
import { formatDay } from '../../lib/dates/format';
import type { ProjectMemberFieldsFragment } from './ProjectMembers.generated';
import { UpdateProjectMemberDocument } from './UpdateProjectMember.generated';

const texts = projectsTexts.members;

interface MemberRowProps {
  member: ProjectMemberFieldsFragment;
  isViewer: boolean;
  canManage: boolean;
  canRemove: boolean;
  canLeave: boolean;
  /** The project has no other members, so there is no one to hand it over to. */
  isAlone: boolean;
  onRemove: () => void;
}

/** A member, with the changes that the viewer may make. */
export const MemberRow = ({ member, isViewer, canManage, canRemove, canLeave, isAlone, onRemove }: MemberRowProps) => {
  const [update, { loading }] = useMutation(UpdateProjectMemberDocument);
  const { projectId, userId, user, role } = member;
  const isLastOwner = isViewer && !canLeave;

  const changeRole = async (next: ProjectRole): Promise<void> => {
    if (next === role || loading) return;
    const input = { projectId, userId, role: next, mutationId: newId() };
    if (await succeeds(update({ variables: { input } }), texts.roleFailed)) {
      notify.success(texts.roleChanged(user.name, texts.roles[next]), undoButton(input.mutationId));
    }
  };

  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-2 gap-y-1 border-t border-line py-2 md:gap-x-3">
      <Avatar user={user} size={28} decorative />
      <div className="min-w-0 flex-1 basis-20">
        <p className="flex font-medium">
          <span dir="auto" className="truncate">
            {user.name}
          </span>
          {isViewer && <span className="flex-none font-normal whitespace-pre-wrap text-ink-3">{texts.you}</span>}
        </p>
        <p className="truncate text-xs text-ink-3">@{user.username}</p>
      </div>
      <span className="fact max-md:hidden">{texts.joined(formatDay(member.joinedAt))}</span>
      <div className="ms-auto flex items-center gap-2 md:gap-3">
        {canManage && !isLastOwner ? (
          <span className="w-28">
            <Select
              look="quiet"
              aria-label={texts.roleOf(user.name)}
              value={role}
              onValueChange={(next) => void changeRole(next)}
              items={PROJECT_ROLES.map((value) => ({
                value,
                label: texts.roles[value],
                note: texts.roleMeaning[value],
              }))}
            />
          </span>
        ) : (
          <span className="w-28 px-2 text-ink-2">{texts.roles[role]}</span>
        )}
        <span className="flex w-9 justify-end md:w-20">
          {(isViewer || canRemove) && !isAlone && (
            <Button
              variant="ghost"
              size="md"
              disabled={isLastOwner}
              aria-describedby={isLastOwner ? `last-owner-${member.id}` : undefined}
              aria-label={isViewer ? undefined : texts.removeNamed(user.name)}
              icon={isViewer ? <LogOut className="md:hidden" /> : <UserMinus className="md:hidden" />}
              onClick={onRemove}
            >
              <span className="max-md:sr-only">{isViewer ? texts.leave : texts.remove}</span>
            </Button>
          )}
        </span>
      </div>
      {isLastOwner && !isAlone && (
        <p id={`last-owner-${member.id}`} className="basis-full ps-9 text-xs text-ink-3 md:ps-10">
          {texts.lastOwner}
        </p>
      )}
    </li>
  );
};
