import type { ApolloClient } from '@apollo/client';
import { isEditor } from '../../projects/readOnly';
import type { ProjectMemberFieldsFragment } from '../../projects/ProjectMembers.generated';
import { ProjectMembersDocument, type ProjectMembersQuery } from '../../projects/ProjectMembers.generated';

export type Member = ProjectMemberFieldsFragment['user'];

/** Returns the possible assignees of a project's tasks, page by page. */
export const membersOf = async (client: ApolloClient, projectId: string): Promise<Map<string, Member>> => {
  const members = new Map<string, Member>();
  let after: string | null = null;
  do {
    const answer: ApolloClient.QueryResult<ProjectMembersQuery> = await client.query({
      query: ProjectMembersDocument,
      variables: { projectId, after },
      // The cache contains all pages in one list, and would answer with its beginning again.
      ...(after !== null && { fetchPolicy: 'no-cache' }),
    });
    const page = answer.data?.project?.members;
    for (const { user, role } of page?.nodes ?? []) if (isEditor(role)) members.set(user.id, user);
    const next = page?.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (next === after) break;
    after = next;
  } while (after !== null);
  return members;
};
