import { Eye, MessageSquare } from 'lucide-react';
import { projectsTexts } from '../../texts/projects';
import type { ReadOnlyReason } from './readOnly';

/** Shown above a project's views: what the viewer can't do there, and who can change that. */
export const RoleBanner = ({ role }: { role: Exclude<ReadOnlyReason, 'ARCHIVED'> }) => (
  <div
    role="status"
    className="flex flex-none items-center gap-3 border-b border-line bg-raised px-4 py-2 text-ink-2 md:px-6"
  >
    {role === 'VIEWER' ? <Eye className="size-4 flex-none" /> : <MessageSquare className="size-4 flex-none" />}
    <p className="min-w-0 flex-1">
      {projectsTexts.readOnly[role]} <span className="text-ink-3">{projectsTexts.askForRole}</span>
    </p>
  </div>
);
