import { useQuery } from '@apollo/client/react';
import { ProjectsDocument } from './Projects.generated';

/** The names of the viewer's projects, as far as the menu has read them. */
export const useProjectNames = (): ((projectId: string) => string | undefined) => {
  const { data } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  return (projectId) => data?.projects.nodes.find(({ id }) => id === projectId)?.name;
};
