import { useState } from 'react';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { isEditor } from './readOnly';
import { ProjectsDocument } from './Projects.generated';
import { usePages } from './usePages';

/** Returns the viewer's archived or active projects, page by page; `all` reads all pages. */
export const useProjects = (archived = false, all = false) => {
  const result = usePageQuery(ProjectsDocument, { ...(archived && { variables: { archived } }), isFed: true });
  // The previous data may belong to the other list.
  const [before, setBefore] = useState(archived);
  if (before !== archived && result.data) setBefore(archived);
  const connection = (result.data ?? (before === archived ? result.previousData : undefined))?.projects;
  const pages = usePages(connection, result.fetchMore, all);
  return {
    projects: connection?.nodes ?? null,
    error: result.error,
    loading: result.loading,
    retry: result.readAgain,
    ...pages,
  };
};

/** Returns all of the viewer's projects, for a select: loads page after page. */
export const useAllProjects = () => useProjects(false, true);

/** Returns the projects whose tasks the viewer can change. */
export const useEditableProjects = () => {
  const { projects, ...rest } = useAllProjects();
  return { projects: projects?.filter(({ viewerRole }) => isEditor(viewerRole)) ?? null, ...rest };
};
