import { FlaskConical } from 'lucide-react';
import { firstStepsTexts } from '../../texts/firstSteps';
import { Button } from '../../ui/Button';
import { useDeleteProject } from './useDeleteProject';

const { example: texts } = firstStepsTexts;

/** Shown above the example project: explains it, and removes it in one press. */
export const ExampleBanner = ({ projectId }: { projectId: string }) => {
  const { remove, pending } = useDeleteProject({ done: texts.removed, failed: texts.failedToRemove }, '/dashboard');
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-accent-line bg-accent-soft px-4 py-2 md:px-6"
    >
      <FlaskConical className="size-4 flex-none text-accent-ink max-sm:hidden" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">{texts.banner}</span> <span className="text-ink-2">{texts.meaning}</span>
      </p>
      <Button size="md" pending={pending} onClick={() => void remove(projectId)}>
        {texts.remove}
      </Button>
    </div>
  );
};
