import { useRef, useState } from 'react';
import { PROJECT_ROLES } from '@contract/enums';
import { cx } from '../../lib/cx';
import { errorText } from '../../sync/client/errors';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { projectsTexts } from '../../texts/projects';
import { ErrorState } from '../../ui/ErrorState';
import { useCurrentUser } from '../account/session/SessionContext';
import { AddPeople } from './AddPeople';
import { MemberRow } from './MemberRow';
import { narrowPageClass, pageClass } from './pageClass';
import { PendingInvitations } from './PendingInvitations';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { RemoveMemberDialog } from './lazyDialogs';
import type { RemovedMember } from './RemoveMemberDialog';
import { RowsSkeleton } from './RowsSkeleton';
import { MorePages } from './ShowMore';

/** Explains each role to people who assign roles. */
const RoleMeanings = () => (
  <section aria-labelledby="role-meanings" className="rounded-lg border border-line bg-raised px-4 py-3.5">
    <h2 id="role-meanings" className="mb-2 text-sm">
      {projectsTexts.members.rolesTitle}
    </h2>
    <dl className="grid gap-2">
      {PROJECT_ROLES.map((role) => (
        <div key={role}>
          <dt className="font-medium">{projectsTexts.members.roles[role]}</dt>
          <dd className="text-ink-3">{projectsTexts.members.roleMeaning[role]}</dd>
        </div>
      ))}
    </dl>
  </section>
);

/** The project's members. Owners add and remove people and assign roles; all members may leave. */
export const ProjectMembers = ({ projectId }: { projectId: string }) => {
  const me = useCurrentUser();
  const { data, error, loading, readAgain, fetchMore } = usePageQuery(ProjectMembersDocument, {
    variables: { projectId },
  });
  const [removing, setRemoving] = useState<RemovedMember | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const project = data?.project;

  if (!project) {
    return error && !loading ? (
      <ErrorState
        className="flex-1"
        message={errorText(error, projectsTexts.members.fetchFailed)}
        onRetry={readAgain}
      />
    ) : (
      <div className={narrowPageClass}>
        <RowsSkeleton />
      </div>
    );
  }
  return (
    <div
      className={cx(
        pageClass,
        'grid grid-cols-[minmax(0,1fr)] items-start gap-9 lg:grid-cols-[minmax(0,var(--container-form))_minmax(0,320px)] lg:gap-14',
      )}
    >
      <div className="min-w-0">
        {project.viewerCanManageMembers && <AddPeople projectId={projectId} />}
        {project.isExample && <p className="mb-3 text-ink-3">{projectsTexts.members.notInExample}</p>}
        {project.viewerRole !== 'OWNER' && <p className="mb-3 text-ink-3">{projectsTexts.members.ownersAdd}</p>}
        <ul
          ref={list}
          tabIndex={-1}
          aria-label={projectsTexts.members.list}
          className="outline-0"
          {...(!project.viewerCanManageMembers && { 'data-add-people': projectId })}
        >
          {project.members.nodes.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              isViewer={member.userId === me.id}
              canManage={project.viewerCanManageMembers}
              canRemove={project.viewerCanRemoveMembers}
              canLeave={project.viewerCanLeave}
              isAlone={project.isExample}
              onRemove={() => setRemoving({ ...member, isViewer: member.userId === me.id })}
            />
          ))}
        </ul>
        <MorePages of={project.members.pageInfo} fetchMore={fetchMore} />
        {project.viewerCanManageMembers && (
          <PendingInvitations projectId={projectId} memberCount={project.members.totalCount} />
        )}
      </div>
      <RoleMeanings />
      {removing && <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} finalFocus={list} />}
    </div>
  );
};
