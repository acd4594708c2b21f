import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAllProjects } from '../../projects/useProjects';
import { firstProjectTexts as texts } from '../../../texts/firstProject';
import { Button } from '../../../ui/Button';
import { CreateProjectDialog } from '../../projects/lazyDialogs';

/** For people without a project: creates their first one, and opens its board. */
export const FirstProject = () => {
  const { projects } = useAllProjects();
  const navigate = useNavigate();
  const [creating, setCreating] = useState<boolean | null>(null);
  return (
    <>
      {projects?.length === 0 && (
        <div className="mx-4 mb-3 flex flex-none flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-accent-line bg-accent-soft py-2 pe-2 ps-3 md:mx-6">
          <p className="min-w-0 flex-1 basis-56">{texts.text}</p>
          <Button onClick={() => setCreating(true)}>{texts.action}</Button>
        </div>
      )}
      {creating !== null && (
        <CreateProjectDialog
          open={creating}
          onOpenChange={setCreating}
          onCreated={(id) => void navigate(`/projects/${id}`)}
        />
      )}
    </>
  );
};
