import type { ApolloCache } from '@apollo/client';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { LastProjectDocument } from './LastProject.generated';

/** The project in which this person last changed something, on whatever device; `isKnown` once that is found out, or cannot be. */
export const useLastProject = (): { lastProjectId: string | undefined; isKnown: boolean } => {
  const { data, error } = usePageQuery(LastProjectDocument);
  return { lastProjectId: data?.me.lastProjectId ?? undefined, isKnown: data !== undefined || error !== undefined };
};

/** The next task goes where this one went, before the server is asked again. */
export const rememberProject = (cache: ApolloCache, userId: string, projectId: string): void => {
  cache.writeQuery({
    query: LastProjectDocument,
    data: { me: { __typename: 'User', id: userId, lastProjectId: projectId } },
  });
};
