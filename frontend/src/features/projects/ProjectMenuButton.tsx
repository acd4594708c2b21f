import { Ellipsis } from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { IconButton } from '../../ui/IconButton';
import { later, Silently, useWanted } from '../../ui/later';

const ProjectMenu = later(() => import('./ProjectMenu'), 'ProjectMenu', { Failed: Silently });

export interface ProjectMenuActions {
  onEdit?: () => void;
  onArchive?: () => void;
  onUnarchive?: () => void;
  onLeave?: () => void;
  onDelete?: () => void;
}

/** The button of the project's menu; the menu itself is loaded when it is first wanted. */
export const ProjectMenuButton = (actions: ProjectMenuActions) => {
  const [wanted, want] = useWanted(ProjectMenu);
  return wanted ? (
    <ProjectMenu {...actions} />
  ) : (
    <IconButton label={projectsTexts.menu.label} variant="secondary" onClick={() => void want()}>
      <Ellipsis />
    </IconButton>
  );
};
