import { Ellipsis, LogOut, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu';
import type { ProjectMenuActions } from './ProjectMenuButton';

/** What can be done with a project as a whole. */
export const ProjectMenu = ({ onEdit, onLeave, onDelete }: ProjectMenuActions) => (
  <Menu
    defaultOpen
    align="end"
    trigger={
      <IconButton label="Project actions" variant="secondary">
        <Ellipsis />
      </IconButton>
    }
  >
    {onEdit && (
      <MenuItem icon={<Pencil />} onSelect={onEdit}>
        Edit project
      </MenuItem>
    )}
    {onLeave && (
      <MenuItem icon={<LogOut />} onSelect={onLeave}>
        Leave project
      </MenuItem>
    )}
    {(onEdit || onLeave) && onDelete && <MenuSeparator />}
    {onDelete && (
      <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
        Delete project
      </MenuItem>
    )}
  </Menu>
);
