import type { ApolloCache } from '@apollo/client';
import { TaskFieldsFragmentDoc, type TaskFieldsFragment } from './TaskFields.generated';

export const readTask = (cache: ApolloCache, id: string, optimistic = true): TaskFieldsFragment | null =>
  cache.readFragment({ id: cache.identify({ __typename: 'Task', id }), fragment: TaskFieldsFragmentDoc, optimistic });

/** Returns the title on the server, without the viewer's own pending rename. */
export const readTitle = (cache: ApolloCache, id: string): string | undefined =>
  (readTask(cache, id, false) ?? readTask(cache, id))?.title;

/** Returns a rank after all others, in the order of creation. */
export const lastRank = (at: string, index = 0): string =>
  `zz${Date.parse(at).toString(36)}${String(index).padStart(3, '0')}`;
