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

/** Gives the tags of a list that was read the colors that `colorOf` returns; undefined leaves a color as it is. */
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

/** Takes the colors of a project's tags from the feed. */
export function putColoredTags(cache: ApolloCache, project: ColoredTagsFragment | null): void {
  if (!project) return;
  cache.writeFragment({ fragment: ColoredTagsFragmentDoc, fragmentName: 'ColoredTags', data: project });
  const colors = new Map(project.tags.map(({ name, color }) => [name, color]));
  recolorList(cache, project.id, (name) => colors.get(name) ?? null);
}

/** Shows a tag's color in the lists that were read. */
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

/** Gives a tag of a project a color. It needs a connection, as the columns of a board do. */
export const setTagColor = defineWrite({
  document: SetTagColorDocument,
  serialize: ({ projectId, name }) => `tag:${projectId}:${name}`,
  show: (layer, { projectId, name, color }) => putColor(layer, projectId, { name, color: color ?? null }),
  apply: (cache, { setTagColor: { tag } }, { projectId }) => putColor(cache, projectId, tag),
});
