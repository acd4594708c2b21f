import { Ellipsis } from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { IconButton } from '../../ui/IconButton';
import { useLazyLoad } from '../../ui/lazyComponent';
import { ProjectMenu } from './lazyDialogs';

export interface ProjectMenuActions {
  onEdit?: () => void;
  onTags?: () => void;
  onShare?: () => void;
  onDuplicate?: () => void;
  onMakeTemplate?: () => void;
  onUnmakeTemplate?: () => void;
  /** The project, if it can be muted. */
  muteProjectId?: string;
  onArchive?: () => void;
  onUnarchive?: () => void;
  onLeave?: () => void;
  onDelete?: () => void;
}

/** The button of the project's menu, whose code loads on the first press. */
export const ProjectMenuButton = (actions: ProjectMenuActions) => {
  const [wanted, want] = useLazyLoad(ProjectMenu);
  return wanted ? (
    <ProjectMenu {...actions} />
  ) : (
    <IconButton label={projectsTexts.menu.label} variant="secondary" onClick={() => void want()}>
      <Ellipsis />
    </IconButton>
  );
};
