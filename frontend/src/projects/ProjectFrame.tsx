import type { ReactNode } from 'react';
import { NavLink, useParams } from 'react-router-dom';
import { errorText } from '../graphql/errors';
import { cx } from '../lib/cx';
import { usePageTitle } from '../lib/usePageTitle';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { ProjectHeader } from './ProjectHeader';
import { ProjectMissing } from './ProjectMissing';
import { useProject } from './useProject';

const Tab = ({ to, count, children }: { to: string; count?: number; children: string }) => (
  <NavLink
    to={to}
    end
    className={({ isActive }) =>
      cx(
        'relative flex h-9 items-center gap-1.5 font-medium hover:text-ink',
        isActive
          ? 'text-ink after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-t-xs after:bg-accent'
          : 'text-ink-3',
      )
    }
  >
    {children}
    {count !== undefined && <span className="font-normal text-ink-3">{count}</span>}
  </NavLink>
);

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
  usePageTitle(project?.name ?? 'Project');

  if (project) {
    return (
      <>
        <ProjectHeader key={project.id} project={project} action={action} />
        <nav aria-label="Project" className="flex flex-none gap-5 border-b border-line px-4 md:px-6">
          <Tab to={`/projects/${project.id}`}>Board</Tab>
          <Tab to={`/projects/${project.id}/members`} count={project.memberCount}>
            Members
          </Tab>
        </nav>
        {children(project.id)}
      </>
    );
  }
  if (isGone) return <ProjectMissing />;
  return error && !loading ? (
    <ErrorState
      className="flex-1"
      message={errorText(error, 'Failed to fetch projects')}
      onRetry={() => void refetch().catch(() => undefined)}
    />
  ) : (
    <div className="grid flex-1 place-items-center">
      <Spinner size="lg" />
    </div>
  );
};
