import { useState, type ReactNode } from 'react';
import { useCurrentUser } from '../session/SessionContext';
import { projectsTexts } from '../texts/projects';
import { laterDialog } from '../ui/later';
import { ProjectTile } from '../ui/ProjectTile';
import { ProjectDescription } from './ProjectDescription';
import { ProjectMenuButton } from './ProjectMenuButton';
import { ProjectPeople } from './ProjectPeople';
import type { ProjectQuery } from './Project.generated';

const EditProjectDialog = laterDialog(() => import('./EditProjectDialog'), 'EditProjectDialog');
const DeleteProjectDialog = laterDialog(() => import('./DeleteProjectDialog'), 'DeleteProjectDialog');
const RemoveMemberDialog = laterDialog(() => import('./RemoveMemberDialog'), 'RemoveMemberDialog');

export type ViewedProject = NonNullable<ProjectQuery['project']>;

interface ProjectHeaderProps {
  project: ViewedProject;
  /** Stands after the menu. */
  action: ReactNode;
}

/** A project's name and description, and what the viewer may do with it. */
export const ProjectHeader = ({ project, action }: ProjectHeaderProps) => {
  // Counted, so that each opening begins with the project as it is then.
  const [editing, setEditing] = useState({ open: false, times: 0 });
  const [deleting, setDeleting] = useState<boolean | null>(null);
  const [leaving, setLeaving] = useState(false);
  const me = useCurrentUser();
  const { id, viewerCanEdit, viewerCanLeave, viewerCanDelete } = project;
  return (
    <header className="flex flex-none items-start gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
      <ProjectTile name={project.name} color={project.color} className="mt-1 mr-1" />
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="line-clamp-2 text-lg tracking-tight wrap-anywhere">
          {project.name}
        </h1>
        <ProjectDescription key={project.description} text={project.description || projectsTexts.card.noDescription} />
      </div>
      <ProjectPeople projectId={id} memberCount={project.memberCount} />
      {(viewerCanEdit || viewerCanLeave || viewerCanDelete) && (
        <ProjectMenuButton
          {...(viewerCanEdit && { onEdit: () => setEditing(({ times }) => ({ open: true, times: times + 1 })) })}
          {...(viewerCanLeave && { onLeave: () => setLeaving(true) })}
          {...(viewerCanDelete && { onDelete: () => setDeleting(true) })}
        />
      )}
      {action}
      {editing.times > 0 && (
        <EditProjectDialog
          key={editing.times}
          project={project}
          open={editing.open}
          onOpenChange={(open) => setEditing({ ...editing, open })}
        />
      )}
      {leaving && (
        <RemoveMemberDialog
          member={{ projectId: id, userId: me.id, user: me, isViewer: true }}
          onClose={() => setLeaving(false)}
        />
      )}
      {deleting !== null && <DeleteProjectDialog project={project} open={deleting} onOpenChange={setDeleting} />}
    </header>
  );
};
