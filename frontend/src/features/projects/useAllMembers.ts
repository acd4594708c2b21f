import { useQuery } from '@apollo/client/react';
import { ProjectMembersDocument } from './ProjectMembers.generated';
import { usePages } from './usePages';

/** Returns all members of a project, for a choice of one: loads page after page. Without an id, there are none. */
export const useAllMembers = (projectId: string) => {
  const { data, fetchMore } = useQuery(ProjectMembersDocument, { variables: { projectId }, skip: projectId === '' });
  const members = data?.project?.members;
  const { hasMore } = usePages(members, fetchMore);
  return { members: members?.nodes ?? null, hasMore };
};
