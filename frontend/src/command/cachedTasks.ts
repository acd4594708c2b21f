import type { ApolloCache } from '@apollo/client';
import { fold, matchesText } from '@contract/fold';
import { FoundTaskFragmentDoc, type FoundTaskFragment } from './CommandTasks.generated';

interface Stored {
  __typename?: string;
  title?: unknown;
}

/** Titles that begin with what is searched for come first. */
const byBeginning =
  (query: string) =>
  (a: { title: string }, b: { title: string }): number => {
    const start = fold(query.trim());
    return Number(fold(b.title).startsWith(start)) - Number(fold(a.title).startsWith(start));
  };

/** Tasks that are loaded and have the query in their title, so that they are shown before the server has answered. */
export const cachedTasks = (cache: ApolloCache, query: string, max: number): FoundTaskFragment[] => {
  if (query.trim() === '') return [];
  const stored = cache.extract() as Record<string, Stored | undefined>;
  return Object.entries(stored)
    .flatMap(([id, object]) =>
      object?.__typename === 'Task' && typeof object.title === 'string' && matchesText(object.title, query)
        ? [{ id, title: object.title }]
        : [],
    )
    .sort(byBeginning(query))
    .slice(0, max)
    .flatMap(({ id }) => cache.readFragment({ id, fragment: FoundTaskFragmentDoc, fragmentName: 'FoundTask' }) ?? []);
};
