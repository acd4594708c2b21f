import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@apollo/client/react';
import { RETRIED } from '../../sync/client/requestTracking';
import { ProjectMembersDocument } from './ProjectMembers.generated';

/** Returns all members of a project, for a choice of one: loads page after page. Without an id, there are none. */
export const useAllMembers = (projectId: string) => {
  const { data, fetchMore } = useQuery(ProjectMembersDocument, { variables: { projectId }, skip: projectId === '' });
  const members = data?.project?.members;
  const after = members?.pageInfo.hasNextPage ? members.pageInfo.endCursor : null;
  // If a page fails, the loaded members can still be chosen.
  const loadNext = useEffectEvent(
    () => void fetchMore({ variables: { after }, context: RETRIED }).catch(() => undefined),
  );
  useEffect(() => {
    if (after !== null) loadNext();
  }, [after]);
  return { members: members?.nodes ?? null, hasMore: after !== null };
};
