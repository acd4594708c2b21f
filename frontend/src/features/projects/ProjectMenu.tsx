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
const Items = ({ actions, names }: { actions: ProjectMenuProps['actions']; names: readonly ProjectAction[] }) =>
  names.map((name) => {
    const [Icon, action] = [ICONS[name], actions[name]];
    return (
      action && (
        <MenuItem key={name} icon={<Icon />} danger={name === 'delete'} onSelect={action}>
          {projectsTexts.menu[name]}
        </MenuItem>
      )
    );
  });

/** The actions on a project as a whole. */
export const ProjectMenu = ({ actions, muteProjectId }: ProjectMenuProps) => (
  <Menu
    defaultOpen
    align="end"
    trigger={
      <IconButton label={projectsTexts.menu.label} variant="secondary">
        <Ellipsis />
      </IconButton>
    }
  >
    <Items actions={actions} names={['edit', 'tags', 'share', 'duplicate', 'makeTemplate', 'unmakeTemplate']} />
    {muteProjectId !== undefined && <MuteItem projectId={muteProjectId} />}
    <Items actions={actions} names={['archive', 'unarchive', 'leave']} />
    {actions.delete && <MenuSeparator />}
    <Items actions={actions} names={['delete']} />
  </Menu>
);
