import { ProjectDot } from './ProjectDot';

export const ProjectName = ({ project }: { project: { name: string; color: string } }) => (
  <>
    <ProjectDot color={project.color} />
    <span dir="auto" className="truncate">
      {project.name}
    </span>
  </>
);
