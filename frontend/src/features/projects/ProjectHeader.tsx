import { useState, type ReactNode, useEffect, useRef } from 'react';
import { useQuery } from '@apollo/client/react';
import { useNavigate } from 'react-router-dom';
import { cx } from '../../lib/cx';
import { hasSharedLinks } from '../../lib/sharedLinks';
import { useCurrentUser } from '../account/session/SessionContext';
import { projectsTexts } from '../../texts/projects';
import { Avatar } from '../../ui/Avatar';
import { Link } from '../../ui/Link';
import { LinkedText } from '../../ui/LinkedText';
import { ProjectTile } from '../../ui/ProjectTile';
import { InviteButton } from './InviteButton';
import {
  DeleteProjectDialog,
  DuplicateProjectDialog,
  EditProjectDialog,
  RemoveMemberDialog,
  ShareDialog,
  TagsDialog,
} from './lazyDialogs';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { ProjectMenuButton } from './ProjectMenuButton';
import { useArchive } from './useArchive';
import { useTemplate } from './useTemplate';
import type { ProjectQuery } from './Project.generated';

export type ViewedProject = NonNullable<ProjectQuery['project']>;

/** The project's description: its first lines, and the rest on request. */
const ProjectDescription = ({ text }: { text: string }) => {
  const [isOpen, setOpen] = useState(false);
  const [isCut, setCut] = useState(false);
  const lines = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    const element = lines.current;
    if (!element || isOpen) return undefined;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isOpen]);

  return (
    <>
      <p ref={lines} dir="auto" className={cx('w-fit wrap-anywhere text-ink-3', !isOpen && 'line-clamp-2')}>
        <LinkedText text={text} />
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="rounded-xs text-xs font-medium text-ink-2 hover:text-ink pointer-coarse:-mt-2 pointer-coarse:-mb-3 pointer-coarse:min-h-11 print:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? projectsTexts.less : projectsTexts.more}
        </button>
      )}
    </>
  );
};

const MAX_SHOWN = 6;

/** The avatars of the first members, as a link to all of them. Hidden on a phone. */
const ProjectPeople = ({ projectId, memberCount }: { projectId: string; memberCount: number }) => {
  const { data } = useQuery(ProjectMembersDocument, { variables: { projectId } });
  const members = data?.project?.members.nodes.slice(0, MAX_SHOWN) ?? [];
  const others = memberCount - members.length;
  return (
    <Link
      to={`/projects/${projectId}/members`}
      aria-label={projectsTexts.memberCount(memberCount)}
      title={projectsTexts.memberCount(memberCount)}
      className="flex h-(--control-lg) pointer-coarse:h-11 flex-none items-center rounded-full px-1 max-md:hidden"
    >
      {members.map(({ id, user }) => (
        <Avatar key={id} user={user} size={28} decorative className="-ms-0.5 ring-2 ring-sheet first:ms-0" />
      ))}
      {members.length > 0 && others > 0 && (
        <span className="ps-2 text-xs text-ink-3">{projectsTexts.otherMembers(others)}</span>
      )}
    </Link>
  );
};

interface ProjectHeaderProps {
  project: ViewedProject;
  /** Stands after the menu. */
  action: ReactNode;
}

/** A project's name and description, with the viewer's actions. */
export const ProjectHeader = ({ project, action }: ProjectHeaderProps) => {
  // A counter, so that each opening begins with the current values.
  const [editing, setEditing] = useState({ open: false, times: 0 });
  const [deleting, setDeleting] = useState<boolean | null>(null);
  const [leaving, setLeaving] = useState(false);
  const [showsTags, showTags] = useState<boolean | null>(null);
  const [isSharing, setSharing] = useState<boolean | null>(null);
  const me = useCurrentUser();
  const { id, archivedAt, isExample, isTemplate, viewerRole, viewerCanEdit } = project;
  const { viewerCanArchive, viewerCanLeave, viewerCanDelete } = project;
  const { archive, unarchive } = useArchive(id);
  const [duplicating, setDuplicating] = useState({ open: false, times: 0 });
  const setTemplate = useTemplate(project);
  const navigate = useNavigate();
  return (
    <header className="flex flex-none items-start gap-2 px-4 pt-4 pb-3 md:px-6 md:pt-5 md:pb-4">
      <ProjectTile name={project.name} color={project.color} className="mt-1 me-1" />
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="line-clamp-2 w-fit text-lg tracking-tight wrap-anywhere">
          {project.name}
        </h1>
        <ProjectDescription key={project.description} text={project.description || projectsTexts.card.noDescription} />
      </div>
      <ProjectPeople projectId={id} memberCount={project.memberCount} />
      {project.viewerCanManageMembers && <InviteButton project={project} isIcon />}
      <ProjectMenuButton
        actions={{
          edit: viewerCanEdit && (() => setEditing(({ times }) => ({ open: true, times: times + 1 }))),
          tags: viewerCanEdit && (() => showTags(true)),
          share: viewerRole === 'OWNER' && !archivedAt && !isExample && hasSharedLinks() && (() => setSharing(true)),
          duplicate: () => setDuplicating(({ times }) => ({ open: true, times: times + 1 })),
          makeTemplate: viewerCanEdit && !isTemplate && !isExample && (() => void setTemplate(true)),
          unmakeTemplate: viewerCanEdit && isTemplate && (() => void setTemplate(false)),
          archive: viewerCanArchive && !archivedAt && (() => void archive()),
          unarchive: viewerCanArchive && archivedAt !== null && (() => void unarchive()),
          leave: viewerCanLeave && (() => setLeaving(true)),
          delete: viewerCanDelete && (() => setDeleting(true)),
        }}
        muteProjectId={isExample || archivedAt ? undefined : id}
      />
      {action}
      {editing.times > 0 && (
        <EditProjectDialog
          key={editing.times}
          project={project}
          open={editing.open}
          onOpenChange={(open) => setEditing({ ...editing, open })}
        />
      )}
      {duplicating.times > 0 && (
        <DuplicateProjectDialog
          key={duplicating.times}
          project={project}
          open={duplicating.open}
          onOpenChange={(open) => setDuplicating({ ...duplicating, open })}
          onDone={(copy) => void navigate(`/projects/${copy}`)}
        />
      )}
      {showsTags !== null && <TagsDialog projectId={id} open={showsTags} onOpenChange={showTags} />}
      {isSharing !== null && <ShareDialog projectId={id} open={isSharing} onOpenChange={setSharing} />}
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
