import { useQuery } from '@apollo/client/react';
import { ProjectsDocument } from './Projects.generated';

/**
 * Returns the names of the viewer's projects that are loaded. They are loaded if one of these lines of a history says
 * that something was moved from or to another project.
 */
export const useProjectNames = (
  lines: readonly { fields: Readonly<Record<string, unknown>> }[] = [],
): ((projectId: string) => string | undefined) => {
  const isNamed = lines.some(({ fields }) => Array.isArray(fields['projectId']));
  // A query of the cache alone does not begin to load when its policy changes, so this is another one.
  useQuery(ProjectsDocument, { skip: !isNamed });
  const { data } = useQuery(ProjectsDocument, { fetchPolicy: 'cache-only' });
  return (projectId) => data?.projects.nodes.find(({ id }) => id === projectId)?.name;
};
