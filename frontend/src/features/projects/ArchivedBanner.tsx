import { useLayoutEffect, useRef } from 'react';
import { Archive } from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import { Button } from '../../ui/Button';
import { useArchive } from './useArchive';

interface ArchivedBannerProps {
  project: { id: string; viewerCanArchive: boolean };
}

/** Shown above a project's views: the project is read-only, with a button for owners that unarchives it. */
export const ArchivedBanner = ({ project }: ArchivedBannerProps) => {
  const { pending, unarchive } = useArchive(project.id);
  const banner = useRef<HTMLDivElement>(null);
  // The button is removed when it has done its work, so the focus moves to the page.
  useLayoutEffect(() => {
    const { current } = banner;
    return () => {
      if (current?.contains(document.activeElement)) current.closest('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={banner}
      role="status"
      className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-caution-line bg-caution-soft px-4 py-2 md:px-6"
    >
      <Archive className="size-4 flex-none text-caution-ink" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">{projectsTexts.readOnly.ARCHIVED}</span>{' '}
        <span className="text-ink-2">{projectsTexts.archived.meaning(project.viewerCanArchive)}</span>
      </p>
      {project.viewerCanArchive && (
        <Button size="md" pending={pending} onClick={() => void unarchive()}>
          {projectsTexts.menu.unarchive}
        </Button>
      )}
    </div>
  );
};
