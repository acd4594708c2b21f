import { lazy, Suspense, useState } from 'react';
import { Ellipsis } from 'lucide-react';
import { projectsTexts } from '../texts/projects';
import { IconButton } from '../ui/IconButton';

const ProjectMenu = lazy(async () => ({ default: (await import('./ProjectMenu')).ProjectMenu }));

export interface ProjectMenuActions {
  onEdit?: () => void;
  onLeave?: () => void;
  onDelete?: () => void;
}

/** The button of the project's menu; the menu itself is loaded when it is first wanted. */
export const ProjectMenuButton = (actions: ProjectMenuActions) => {
  const [wanted, setWanted] = useState(false);
  const button = (
    <IconButton label={projectsTexts.menu.label} variant="secondary" onClick={() => setWanted(true)}>
      <Ellipsis />
    </IconButton>
  );
  return wanted ? (
    <Suspense fallback={button}>
      <ProjectMenu {...actions} />
    </Suspense>
  ) : (
    button
  );
};
