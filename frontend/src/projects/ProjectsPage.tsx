import { useState } from 'react';
import { Plus } from 'lucide-react';
import { errorText } from '../graphql/errors';
import { usePageTitle } from '../lib/usePageTitle';
import { projectsTexts } from '../texts/projects';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorState } from '../ui/ErrorState';
import { laterDialog } from '../ui/later';
import { pageClass } from './pageClass';
import { PageHeading } from './PageHeading';
import { ProjectCard } from './ProjectCard';
import { ProjectsSkeleton } from './ProjectsSkeleton';
import { ShowMore } from './ShowMore';
import { useProjects } from './useProjects';

const CreateProjectDialog = laterDialog(() => import('./CreateProjectDialog'), 'CreateProjectDialog');

/** The viewer's projects. */
export const ProjectsPage = () => {
  usePageTitle(projectsTexts.title);
  const { projects, error, loading, hasMore, loadMore, retry } = useProjects();
  const [creating, setCreating] = useState<boolean | null>(null);
  const newProject = (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      {projectsTexts.newProject}
    </Button>
  );

  return (
    <div className={pageClass}>
      <PageHeading title={projectsTexts.title} text={projectsTexts.about} action={newProject} />
      {!projects && error ? (
        <ErrorState
          message={errorText(error, projectsTexts.fetchFailed)}
          pending={loading}
          onRetry={() => void retry().catch(() => undefined)}
        />
      ) : !projects ? (
        <ProjectsSkeleton />
      ) : projects.length === 0 ? (
        <EmptyState {...projectsTexts.none} action={newProject} />
      ) : (
        <>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(320px,100%),1fr))] gap-4">
            {projects.map((project) => (
              <li key={project.id} className="grid min-w-0">
                <ProjectCard project={project} />
              </li>
            ))}
          </ul>
          {hasMore && <ShowMore loadMore={loadMore} />}
        </>
      )}
      {creating !== null && <CreateProjectDialog open={creating} onOpenChange={setCreating} />}
    </div>
  );
};
