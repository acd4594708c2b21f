import type { ApolloCache } from '@apollo/client';
import { TaskTextFragmentDoc, type TaskTextFragment } from './TaskText.generated';

/** Returns the description if the cache has it; null if it was never read. */
export const readTaskText = (cache: ApolloCache, id: string, optimistic = true): TaskTextFragment | null =>
  cache.readFragment({ id: cache.identify({ __typename: 'Task', id }), fragment: TaskTextFragmentDoc, optimistic });
