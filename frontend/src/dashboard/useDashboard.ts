import { usePageQuery } from '../graphql/usePageQuery';
import { useCurrentUser } from '../session/SessionContext';
import { DashboardDocument } from './Dashboard.generated';

/** Everything that the dashboard shows, in one request, read anew on each visit. */
export const useDashboard = () => {
  const { id: me } = useCurrentUser();
  const { data, previousData, error, loading, refetch } = usePageQuery(DashboardDocument, {
    variables: { me },
  });
  return { dashboard: data ?? previousData, error, loading, refetch };
};
