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
  type LucideIcon,
} from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { useMute } from './useMute';
import type { ProjectAction, ProjectMenuProps } from './ProjectMenuButton';

/** Mutes the project for the viewer, or unmutes it. */
const MuteItem = ({ projectId }: { projectId: string }) => {
  const { isMuted, setMuted } = useMute(projectId);
  return (
    <MenuItem icon={isMuted ? <Bell /> : <BellOff />} onSelect={() => void setMuted(!isMuted)}>
      {isMuted ? projectsTexts.menu.unmute : projectsTexts.menu.mute}
    </MenuItem>
  );
};

const ICONS: Record<ProjectAction, LucideIcon> = {
  edit: Pencil,
  tags: Tag,
  share: Share2,
  duplicate: Copy,
  makeTemplate: LayoutTemplate,
  unmakeTemplate: LayoutTemplate,
  archive: Archive,
  unarchive: ArchiveRestore,
  leave: LogOut,
  delete: Trash2,
};

/** The items of these actions, without those that the viewer can't do. */
const Items = ({ acts, names }: { acts: ProjectMenuProps['acts']; names: readonly ProjectAction[] }) =>
  names.map((name) => {
    const [Icon, act] = [ICONS[name], acts[name]];
    return (
      act && (
        <MenuItem key={name} icon={<Icon />} danger={name === 'delete'} onSelect={act}>
          {projectsTexts.menu[name]}
        </MenuItem>
      )
    );
  });

/** The actions on a project as a whole. */
export const ProjectMenu = ({ acts, muteProjectId }: ProjectMenuProps) => (
  <Menu
    defaultOpen
    align="end"
    trigger={
      <IconButton label={projectsTexts.menu.label} variant="secondary">
        <Ellipsis />
      </IconButton>
    }
  >
    <Items acts={acts} names={['edit', 'tags', 'share', 'duplicate', 'makeTemplate', 'unmakeTemplate']} />
    {muteProjectId !== undefined && <MuteItem projectId={muteProjectId} />}
    <Items acts={acts} names={['archive', 'unarchive', 'leave']} />
    {acts.delete && <MenuSeparator />}
    <Items acts={acts} names={['delete']} />
  </Menu>
);
