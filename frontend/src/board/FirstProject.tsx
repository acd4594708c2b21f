import { useState } from 'react';
import { useAllProjects } from '../projects/useProjects';
import { boardTexts } from '../texts/board';
import { projectsTexts } from '../texts/projects';
import { Button } from '../ui/Button';
import { laterDialog } from '../ui/later';

const CreateProjectDialog = laterDialog(() => import('../projects/CreateProjectDialog'), 'CreateProjectDialog');

/** The way on for somebody who has no project yet; nothing for everybody else. */
export const FirstProject = () => {
  const { projects } = useAllProjects();
  const [creating, setCreating] = useState<boolean | null>(null);
  return (
    <>
      {projects?.length === 0 && (
        <div className="mx-4 mb-3 flex flex-none items-center gap-3 rounded-md border border-accent-line bg-accent-soft py-2 pr-2 pl-3 md:mx-6">
          <p className="min-w-0 flex-1">{boardTexts.firstProject}</p>
          <Button onClick={() => setCreating(true)}>{projectsTexts.newProject}</Button>
        </div>
      )}
      {creating !== null && <CreateProjectDialog open={creating} onOpenChange={setCreating} />}
    </>
  );
};
