import type { ApolloCache } from '@apollo/client';
import { formatTaskKey, parseTaskKey } from '@contract/keys';

interface StoredTask {
  __typename?: string;
  id?: string;
  key?: string | null;
  projectId?: string;
}

const loadedTasks = (cache: ApolloCache): StoredTask[] =>
  Object.values(cache.extract() as Record<string, StoredTask | undefined>).filter(
    (object): object is StoredTask => object?.__typename === 'Task',
  );

/** The loaded task that has this key, if it is one only. */
export function idOfKey(cache: ApolloCache, text: string): string | undefined {
  const key = parseTaskKey(text);
  if (!key) return undefined;
  const [task, ...others] = loadedTasks(cache).filter((it) => it.key === formatTaskKey(key));
  return others.length === 0 ? task?.id : undefined;
}

/** Gives the loaded tasks of a project the keys that follow from its present key: their versions do not change with it. */
export function renameTasks(cache: ApolloCache, project: { id: string; key: string | null }): void {
  for (const { id, key, projectId } of loadedTasks(cache)) {
    const number = parseTaskKey(key)?.number;
    if (projectId !== project.id || number === undefined || project.key === null) continue;
    const now = formatTaskKey({ prefix: project.key, number });
    if (now !== key) cache.modify({ id: cache.identify({ __typename: 'Task', id }), fields: { key: () => now } });
  }
}
