import { useEffect, useEffectEvent, useState } from 'react';
import { RETRIED } from '../../sync/client/requestTracking';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { isEditor } from './readOnly';
import { ProjectsDocument } from './Projects.generated';

/** Returns the viewer's archived or active projects, page by page. */
export const useProjects = (archived = false) => {
  const result = usePageQuery(ProjectsDocument, { ...(archived && { variables: { archived } }), isFed: true });
  // The previous data may belong to the other list.
  const [before, setBefore] = useState(archived);
  if (before !== archived && result.data) setBefore(archived);
  const connection = (result.data ?? (before === archived ? result.previousData : undefined))?.projects;
  const after = connection?.pageInfo.hasNextPage ? connection.pageInfo.endCursor : null;
  return {
    projects: connection?.nodes ?? null,
    error: result.error,
    loading: result.loading,
    hasMore: after !== null,
    /** The cursor after the loaded projects, while there are more. */
    after,
    loadMore: () => result.fetchMore({ variables: { after }, context: RETRIED }),
    retry: result.readAgain,
  };
};

/** Returns all of the viewer's projects, for a select: loads page after page. */
export const useAllProjects = () => {
  const { projects, error, loading, after, loadMore, retry } = useProjects();
  // If a page fails, the loaded projects can still be chosen.
  const loadNext = useEffectEvent(() => void loadMore().catch(() => undefined));
  useEffect(() => {
    if (after !== null) loadNext();
  }, [after]);
  return { projects, error, loading, retry };
};

/** Returns the projects whose tasks the viewer can change. */
export const useEditableProjects = () => {
  const { projects, ...rest } = useAllProjects();
  return { projects: projects?.filter(({ viewerRole }) => isEditor(viewerRole)) ?? null, ...rest };
};
