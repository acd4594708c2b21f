import type { ApolloCache } from '@apollo/client';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { LastProjectDocument } from './LastProject.generated';

/** Returns the project that this person last changed, on any device; `isKnown` once it was read or could not be. */
export const useLastProject = (): { lastProjectId: string | undefined; isKnown: boolean } => {
  const { data, error } = usePageQuery(LastProjectDocument);
  return { lastProjectId: data?.me.lastProjectId ?? undefined, isKnown: data !== undefined || error !== undefined };
};

/** The next task defaults to the same project, before the server is asked again. */
export const rememberProject = (cache: ApolloCache, userId: string, projectId: string): void => {
  cache.writeQuery({
    query: LastProjectDocument,
    data: { me: { __typename: 'User', id: userId, lastProjectId: projectId } },
  });
};
