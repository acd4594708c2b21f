import { useState } from 'react';
import { LayoutTemplate } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import { projectsTexts } from '../../texts/projects';
import { Button } from '../../ui/Button';
import { CreateProjectDialog } from './lazyDialogs';

const { template: texts } = projectsTexts;

/** Shown above a template: explains it, and creates projects from it. */
export const TemplateBanner = ({ projectId }: { projectId: string }) => {
  const [creating, setCreating] = useState<boolean | null>(null);
  const navigate = useNavigate();
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-accent-line bg-accent-soft px-4 py-2 md:px-6"
    >
      <LayoutTemplate className="size-4 flex-none text-accent-ink max-sm:hidden" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">{texts.banner}</span> <span className="text-ink-2">{texts.meaning}</span>
      </p>
      <Button size="md" onClick={() => setCreating(true)}>
        {texts.use}
      </Button>
      {creating !== null && (
        <CreateProjectDialog
          // The banner stays when the address leads from one template to another.
          key={projectId}
          open={creating}
          onOpenChange={setCreating}
          templateId={projectId}
          onCreated={(id) => void navigate(`/projects/${id}`)}
        />
      )}
    </div>
  );
};
