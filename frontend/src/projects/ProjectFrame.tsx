import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { errorText } from '../graphql/errors';
import { usePageTitle } from '../lib/usePageTitle';
import { projectsTexts } from '../texts/projects';
import { ErrorState } from '../ui/ErrorState';
import { ProjectHeader } from './ProjectHeader';
import { ProjectHeadSkeleton } from './ProjectHeadSkeleton';
import { ProjectMissing } from './ProjectMissing';
import { ProjectTabs } from './ProjectTabs';
import { useProject } from './useProject';

interface ProjectFrameProps {
  /** Stands in the page's head. */
  action?: ReactNode;
  /** One of the project's views. */
  children: (projectId: string) => ReactNode;
}

/** The page of the project that the address names: its head, its tabs, and one of its views below. */
export const ProjectFrame = ({ action, children }: ProjectFrameProps) => {
  const { id = '' } = useParams();
  const { project, isGone, error, loading, refetch } = useProject(id);
  usePageTitle(project?.name ?? projectsTexts.project);

  if (project) {
    return (
      <>
        <ProjectHeader key={project.id} project={project} action={action} />
        <ProjectTabs projectId={project.id} memberCount={project.memberCount} />
        {children(project.id)}
      </>
    );
  }
  if (isGone) return <ProjectMissing />;
  return error && !loading ? (
    <ErrorState
      className="flex-1"
      message={errorText(error, projectsTexts.fetchFailed)}
      onRetry={() => void refetch().catch(() => undefined)}
    />
  ) : (
    <ProjectHeadSkeleton />
  );
};
