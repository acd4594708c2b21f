import { useState } from 'react';
import { useApolloClient } from '@apollo/client/react';
import type { ApolloCache } from '@apollo/client';
import { fold, matchesText } from '@contract/fold';
import { hasKey } from '@contract/taskList';
import { usePageQuery } from '../../sync/client/usePageQuery';
import { useDebounced } from '../../lib/useDebounced';
import { useCurrentUser } from '../account/session/SessionContext';
import { CommandTasksDocument, type FoundTaskFragment, FoundTaskFragmentDoc } from './CommandTasks.generated';

interface Stored {
  __typename?: string;
  title?: unknown;
  key?: string | null;
}

/** Titles that begin with the query come first. */
const byPrefix =
  (query: string) =>
  (a: { title: string }, b: { title: string }): number => {
    const start = fold(query.trim());
    return Number(fold(b.title).startsWith(start)) - Number(fold(a.title).startsWith(start));
  };

/** Finds loaded tasks whose title contains the query, to show them before the server has answered. */
const cachedTasks = (cache: ApolloCache, query: string, max: number): FoundTaskFragment[] => {
  if (query.trim() === '') return [];
  const isSearched = ({ key = null }: Pick<Stored, 'key'>): boolean => hasKey({ key }, query);
  const stored = cache.extract() as Record<string, Stored | undefined>;
  return Object.entries(stored)
    .flatMap(([id, object]) =>
      object?.__typename === 'Task' &&
      typeof object.title === 'string' &&
      (isSearched(object) || matchesText(object.title, query))
        ? [{ id, title: object.title, isExact: isSearched(object) }]
        : [],
    )
    .sort((a, b) => Number(b.isExact) - Number(a.isExact) || byPrefix(query)(a, b))
    .slice(0, max)
    .flatMap(({ id }) => cache.readFragment({ id, fragment: FoundTaskFragmentDoc, fragmentName: 'FoundTask' }) ?? []);
};

/** Tasks from the cache have no excerpt, because their titles contain all words. */
type FoundTask = FoundTaskFragment & { excerpt?: string };

const DEBOUNCE_MS = 150;
/** The maximum number of tasks that a search returns. */
export const MAX_RESULTS = 8;
const RECENT = 5;

/** Returns the matching tasks: first the loaded ones, then the server's. Without a query, the viewer's latest ones. */
export const useFoundTasks = (typed: string) => {
  const { cache } = useApolloClient();
  const { id: me } = useCurrentUser();
  const text = typed.trim();
  const settled = useDebounced(text, DEBOUNCE_MS);
  // The tasks that were loaded when the text was typed: an answer must not change the first results.
  const [known, setKnown] = useState({ text, tasks: [] as FoundTaskFragment[] });
  if (known.text !== text) setKnown({ text, tasks: cachedTasks(cache, text, MAX_RESULTS) });

  const { data, error, loading } = usePageQuery(CommandTasksDocument, {
    variables: { filter: settled === '' ? { involving: me } : { search: settled } },
  });
  const isAnswered = settled === text && data !== undefined;
  const found = isAnswered ? data.tasks.nodes : [];
  const tasks: FoundTask[] = [
    ...known.tasks,
    ...found.filter(({ id }) => !known.tasks.some((task) => task.id === id)),
  ].sort((a, b) => Number(hasKey(b, text)) - Number(hasKey(a, text)));
  return {
    tasks: tasks.slice(0, text === '' ? RECENT : MAX_RESULTS),
    /** Results that were shown before the server was asked. */
    atOnce: known.tasks.length > 0,
    searching: settled !== text || (loading && !data),
    error: settled === text ? error : undefined,
  };
};
