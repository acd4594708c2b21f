import { useQuery } from '@apollo/client/react';
import { ProjectsDocument } from './Projects.generated';

/**
 * Returns the names of the viewer's loaded projects. Loads them if one of these history lines is about a move between
 * projects.
 */
export const useProjectNames = (
  lines: readonly { fields: Readonly<Record<string, unknown>> }[] = [],
): ((projectId: string) => string | undefined) => {
  const isNamed = lines.some(({ fields }) => Array.isArray(fields['projectId']));
  // The query that only reads the cache would not start to load if its fetch policy changed. So a second one loads the
  // projects.
  useQuery(ProjectsDocument, { skip: !isNamed });
  const { data } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  return (projectId) => data?.projects.nodes.find(({ id }) => id === projectId)?.name;
};
