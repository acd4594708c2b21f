import { useQuery } from '@apollo/client/react';
import { ProjectsDocument } from './Projects.generated';

/** Returns the names of the viewer's projects that are loaded. */
export const useProjectNames = (): ((projectId: string) => string | undefined) => {
  const { data } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  return (projectId) => data?.projects.nodes.find(({ id }) => id === projectId)?.name;
};
