import {
  Archive,
  ArchiveRestore,
  Copy,
  Ellipsis,
  LayoutTemplate,
  LogOut,
  Pencil,
  Share2,
  Tag,
  Trash2,
  Bell,
  BellOff,
} from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { useMute } from './useMute';
import type { ProjectMenuActions } from './ProjectMenuButton';

/** Mutes the project for the viewer, or unmutes it. */
const MuteItem = ({ projectId }: { projectId: string }) => {
  const { isMuted, setMuted } = useMute(projectId);
  return (
    <MenuItem icon={isMuted ? <Bell /> : <BellOff />} onSelect={() => void setMuted(!isMuted)}>
      {isMuted ? projectsTexts.menu.unmute : projectsTexts.menu.mute}
    </MenuItem>
  );
};

/** The actions on a project as a whole. */
export const ProjectMenu = ({
  onEdit,
  onTags,
  onShare,
  onDuplicate,
  onMakeTemplate,
  onUnmakeTemplate,
  muteProjectId,
  onArchive,
  onUnarchive,
  onLeave,
  onDelete,
}: ProjectMenuActions) => (
  <Menu
    defaultOpen
    align="end"
    trigger={
      <IconButton label={projectsTexts.menu.label} variant="secondary">
        <Ellipsis />
      </IconButton>
    }
  >
    {onEdit && (
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        {projectsTexts.menu.edit}
      </MenuItem>
    )}
    {onTags && (
      <MenuItem icon={<Tag />} onSelect={onTags}>
        {projectsTexts.menu.tags}
      </MenuItem>
    )}
    {onShare && (
      <MenuItem icon={<Share2 />} onSelect={onShare}>
        {projectsTexts.menu.share}
      </MenuItem>
    )}
    {onDuplicate && (
      <MenuItem icon={<Copy />} onSelect={onDuplicate}>
        {projectsTexts.menu.duplicate}
      </MenuItem>
    )}
    {onMakeTemplate && (
      <MenuItem icon={<LayoutTemplate />} onSelect={onMakeTemplate}>
        {projectsTexts.menu.makeTemplate}
      </MenuItem>
    )}
    {onUnmakeTemplate && (
      <MenuItem icon={<LayoutTemplate />} onSelect={onUnmakeTemplate}>
        {projectsTexts.menu.unmakeTemplate}
      </MenuItem>
    )}
    {muteProjectId !== undefined && <MuteItem projectId={muteProjectId} />}
    {onArchive && (
      <MenuItem icon={<Archive />} onSelect={onArchive}>
        {projectsTexts.menu.archive}
      </MenuItem>
    )}
    {onUnarchive && (
      <MenuItem icon={<ArchiveRestore />} onSelect={onUnarchive}>
        {projectsTexts.menu.unarchive}
      </MenuItem>
    )}
    {onLeave && (
      <MenuItem icon={<LogOut />} onSelect={onLeave}>
        {projectsTexts.menu.leave}
      </MenuItem>
    )}
    {onDelete && <MenuSeparator />}
    {onDelete && (
      <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
        {projectsTexts.menu.delete}
      </MenuItem>
    )}
  </Menu>
);
