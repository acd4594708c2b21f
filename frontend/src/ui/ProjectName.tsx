import { ProjectDot } from './ProjectDot';

/** A project by its color and name. */
export const ProjectName = ({ project }: { project: { name: string; color: string } }) => (
  <>
    <ProjectDot color={project.color} />
    <span dir="auto" className="truncate">
      {project.name}
    </span>
  </>
);
