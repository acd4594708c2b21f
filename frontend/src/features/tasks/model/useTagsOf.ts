import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { usePageQuery } from '../../../sync/client/usePageQuery';
import { TagsOfProjectsDocument } from '../../projects/tags/Tags.generated';
import { knownTags } from './knownTags';

/** The tags of more projects are not read: counting them costs as much as a search. */
const MAX_PROJECTS = 5;

/**
 * Returns the tags of projects, those in use most often first. When they are `wanted`, the tags of all tasks are read, unless
 * there are more than five projects. Before, or without projects, these are the tags of the tasks that were loaded at the
 * first render, so that choices do not change their order.
 */
export const useTagsOf = (projectIds: readonly string[], wanted: boolean): readonly string[] => {
  const { cache } = useApolloClient();
  const [known] = useState(() => knownTags(cache, projectIds.length > 0 ? new Set(projectIds) : undefined));
  const ids = [...new Set(projectIds)].toSorted();
  const isRead = wanted && ids.length > 0 && ids.length <= MAX_PROJECTS;
  const { data } = usePageQuery(TagsOfProjectsDocument, { variables: { ids }, skip: !isRead });
  const counts = new Map<string, number>();
  for (const project of data?.nodes ?? []) {
    if (project?.__typename !== 'Project') continue;
    for (const { name, count } of project.tags) counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const read = [...counts].filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one);
  return [...new Set([...read.map(([name]) => name), ...known])];
};
