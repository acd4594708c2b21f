import { useState } from 'react';
import { useQuery } from '@apollo/client/react';
import { errorText } from '../graphql/errors';
import { ErrorState } from '../ui/ErrorState';
import { Spinner } from '../ui/Spinner';
import { useCurrentUser } from '../session/SessionContext';
import { AddMemberForm } from './AddMemberForm';
import { MemberRow } from './MemberRow';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { RemoveMemberDialog, type RemovedMember } from './RemoveMemberDialog';
import { ShowMore } from './ShowMore';

/** Who works in the project. An owner adds and removes people and gives roles; everybody may leave. */
export const ProjectMembers = ({ projectId }: { projectId: string }) => {
  const me = useCurrentUser();
  const { data, error, loading, refetch, fetchMore } = useQuery(ProjectMembersDocument, {
    variables: { projectId },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const [removing, setRemoving] = useState<RemovedMember | null>(null);
  const project = data?.project;
  const page = project?.members.pageInfo;
  const loadMore = async (): Promise<void> => {
    await fetchMore({ variables: { projectId, after: page?.endCursor } });
  };

  if (!project) {
    return error && !loading ? (
      <ErrorState
        message={errorText(error, 'Failed to fetch the members')}
        onRetry={() => void refetch().catch(() => undefined)}
      />
    ) : (
      <div className="grid flex-1 place-items-center">
        <Spinner size="lg" />
      </div>
    );
  }
  return (
    <div className="mx-auto w-full max-w-[calc(var(--container-form)+64px)] px-4 pt-6 pb-10 md:px-8 md:pt-8">
      {project.viewerCanManageMembers && <AddMemberForm projectId={projectId} />}
      <ul>
        {project.members.nodes.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            isViewer={member.userId === me.id}
            canManage={project.viewerCanManageMembers}
            canLeave={project.viewerCanLeave}
            onRemove={() => setRemoving({ ...member, isViewer: member.userId === me.id })}
          />
        ))}
      </ul>
      {page?.hasNextPage && <ShowMore loadMore={loadMore} />}
      {removing && <RemoveMemberDialog member={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
};
