import { projectsTexts } from '../texts/projects';
import { EmptyState } from '../ui/EmptyState';
import { LinkButton } from '../ui/LinkButton';

/** Stands where a project is not there for the viewer: absent and foreign ones look the same. */
export const ProjectMissing = () => (
  <EmptyState
    className="flex-1"
    level={1}
    title={projectsTexts.missing.title}
    text={projectsTexts.missing.text}
    action={<LinkButton to="/projects">{projectsTexts.missing.back}</LinkButton>}
  />
);
