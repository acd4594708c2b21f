import { useQuery } from '@apollo/client/react';
import { ProjectTagsDocument } from './ProjectTags.generated';

/** The tags that a project's tasks have, those in use most often first; read when they are `wanted`. */
export const useProjectTags = (projectId: string, wanted: boolean): readonly string[] => {
  const { data } = useQuery(ProjectTagsDocument, {
    variables: { projectId },
    skip: !wanted,
    fetchPolicy: 'cache-and-network',
  });
  const uses = new Map<string, number>();
  for (const { tags } of data?.tasks.nodes ?? []) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses.keys()].toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || a.localeCompare(b));
};
