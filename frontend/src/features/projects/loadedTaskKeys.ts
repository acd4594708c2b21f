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

/** Returns the loaded task of a project with this key, or of any project if there is exactly one. */
export function findTaskIdByKey(cache: ApolloCache, text: string, inProject: string | null): string | undefined {
  const key = parseTaskKey(text);
  if (!key) return undefined;
  const found = loadedTasks(cache).filter((it) => it.key === formatTaskKey(key));
  const [task, ...others] = inProject === null ? found : found.filter(({ projectId }) => projectId === inProject);
  return others.length === 0 ? task?.id : undefined;
}

/** Updates the keys of a project's loaded tasks after its prefix changed, which changes no task's version. */
export function renameTasks(cache: ApolloCache, project: { id: string; key: string | null }): void {
  for (const { id, key, projectId } of loadedTasks(cache)) {
    const number = parseTaskKey(key)?.number;
    if (projectId !== project.id || number === undefined || project.key === null) continue;
    const now = formatTaskKey({ prefix: project.key, number });
    if (now !== key) cache.modify({ id: cache.identify({ __typename: 'Task', id }), fields: { key: () => now } });
  }
}
