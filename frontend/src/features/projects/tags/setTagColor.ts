import type { ApolloCache } from '@apollo/client';
import { defineWrite } from '../../../sync/writes/defineWrite';
import {
  type ColoredTagsFragment,
  ColoredTagsFragmentDoc,
  SetTagColorDocument,
  TagListFragmentDoc,
} from './Tags.generated';

interface Colored {
  name: string;
  color: string | null;
}

/** Sets the colors that `colorOf` returns on a loaded list of tags; undefined leaves a color unchanged. */
function recolorList(
  cache: ApolloCache,
  projectId: string,
  colorOf: (name: string) => string | null | undefined,
): void {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  cache.updateFragment({ id, fragment: TagListFragmentDoc, fragmentName: 'TagList' }, (project) => {
    if (!project) return undefined;
    const tags = project.tags.map((tag) => {
      const color = colorOf(tag.name);
      return color === undefined ? tag : { ...tag, color };
    });
    return { ...project, tags };
  });
}

/** Updates the colors of a project's tags from the feed. */
export function putColoredTags(cache: ApolloCache, project: ColoredTagsFragment | null): void {
  if (!project) return;
  cache.writeFragment({ fragment: ColoredTagsFragmentDoc, fragmentName: 'ColoredTags', data: project });
  const colors = new Map(project.tags.map(({ name, color }) => [name, color]));
  recolorList(cache, project.id, (name) => colors.get(name) ?? null);
}

/** Updates a tag's color in the loaded lists. */
function putColor(cache: ApolloCache, projectId: string, { name, color }: Colored): void {
  const id = cache.identify({ __typename: 'Project', id: projectId });
  cache.updateFragment({ id, fragment: ColoredTagsFragmentDoc, fragmentName: 'ColoredTags' }, (project) => {
    if (!project) return undefined;
    const others = project.tags.filter((tag) => tag.name !== name);
    const tags = color === null ? others : [...others, { __typename: 'Tag' as const, name, color }];
    return { ...project, tags };
  });
  recolorList(cache, projectId, (tag) => (tag === name ? color : undefined));
}

/** Sets the color of a project's tag. Needs a connection, like columns of a board. */
export const setTagColor = defineWrite({
  document: SetTagColorDocument,
  serialize: ({ projectId, name }) => `tag:${projectId}:${name}`,
  show: (layer, { projectId, name, color }) => putColor(layer, projectId, { name, color: color ?? null }),
  apply: (cache, { setTagColor: { tag } }, { projectId }) => putColor(cache, projectId, tag),
});
