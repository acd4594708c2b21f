import { usePageQuery } from '../../graphql/usePageQuery';
import { ProjectTagsDocument } from './ProjectTags.generated';

/** The tags that a project's tasks have, those in use most often first; read when they are `wanted`. */
export const useProjectTags = (projectId: string, wanted: boolean): readonly string[] => {
  const { data } = usePageQuery(ProjectTagsDocument, {
    variables: { projectId },
    skip: !wanted,
  });
  const uses = new Map<string, number>();
  for (const { tags } of data?.tasks.nodes ?? []) for (const tag of tags) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses.keys()].toSorted((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || a.localeCompare(b));
};
