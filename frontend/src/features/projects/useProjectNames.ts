import { useQuery } from '@apollo/client/react';
import { ProjectsDocument } from './Projects.generated';

/** What the viewer's projects are called, as far as the app has read them for its menu. */
export const useProjectNames = (): ((projectId: string) => string | undefined) => {
  const { data } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  return (projectId) => data?.projects.nodes.find(({ id }) => id === projectId)?.name;
};
