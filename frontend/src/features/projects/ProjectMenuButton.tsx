import { Ellipsis } from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { IconButton } from '../../ui/IconButton';
import { useLazyLoad } from '../../ui/lazyComponent';
import { ProjectMenu } from './lazyDialogs';

export type ProjectAction = Exclude<keyof typeof projectsTexts.menu, 'label' | 'mute' | 'unmute'>;

export interface ProjectMenuProps {
  /** What the viewer can do. */
  actions: Partial<Record<ProjectAction, (() => void) | false>>;
  /** The project, if it can be muted. */
  muteProjectId?: string | undefined;
}

/** The button of the project's menu, whose code loads on the first press. */
export const ProjectMenuButton = (props: ProjectMenuProps) => {
  const [wanted, want] = useLazyLoad(ProjectMenu);
  return wanted ? (
    <ProjectMenu {...props} />
  ) : (
    <IconButton label={projectsTexts.menu.label} variant="secondary" onClick={() => void want()}>
      <Ellipsis />
    </IconButton>
  );
};
