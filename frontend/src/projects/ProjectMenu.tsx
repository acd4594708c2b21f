import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { IconButton } from '../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../ui/Menu';
import type { ProjectMenuActions } from './ProjectMenuButton';

/** What can be done with a project as a whole. */
export const ProjectMenu = ({ onEdit, onDelete }: ProjectMenuActions) => (
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
    {onEdit && onDelete && <MenuSeparator />}
    {onDelete && (
      <MenuItem danger icon={<Trash2 />} onSelect={onDelete}>
        Delete project
      </MenuItem>
    )}
  </Menu>
);
