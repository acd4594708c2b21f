import { EmptyState } from '../ui/EmptyState';
import { LinkButton } from '../ui/LinkButton';

/** Stands where a project is not there for the viewer: absent and foreign ones look the same. */
export const ProjectMissing = () => (
  <EmptyState
    className="flex-1"
    level={1}
    title="Project not found"
    text="This project does not exist or you are not a member of it."
    action={<LinkButton to="/projects">Back to Projects</LinkButton>}
  />
);
