import { isKey, KEY_PROJECT_PARAM, TASK_PARAM } from '../features/tasks/model/taskUrl';
import type { PrefetchRequest } from '../sync/client/requestTracking';
import { placeAt, type FirstQueries } from './places';

/** A task can be open over any page. */
const loadTaskQueries = async (): Promise<FirstQueries> => {
  const [{ TaskPanelDocument }, { TaskByKeyDocument }] = await Promise.all([
    import('../features/tasks/fields/TaskPanel.generated'),
    import('../features/tasks/model/TaskByKey.generated'),
  ]);
  return ({ search }) => {
    const name = search.get(TASK_PARAM) ?? '';
    // A key is replaced by the id before the task is read.
    const projectId = search.get(KEY_PROJECT_PARAM);
    if (isKey(name)) return [{ query: TaskByKeyDocument, variables: { key: name, projectId } }];
    return [{ query: TaskPanelDocument, variables: { id: name } }];
  };
};

/** Returns the first queries of the page at an address, once the viewer is known. */
export const firstQueriesOf = async (
  { pathname, search }: Location,
  viewer: Promise<string | undefined>,
): Promise<readonly PrefetchRequest[]> => {
  const params = new URLSearchParams(search);
  const at = placeAt(pathname);
  const [me, ...sources] = await Promise.all([
    viewer,
    at?.place.loadFirstQueries?.(),
    params.has(TASK_PARAM) ? loadTaskQueries() : undefined,
  ]);
  if (me === undefined) return [];
  const visit = { id: at?.id ?? '', search: params, me };
  return (await Promise.all(sources.map(async (queriesOf) => queriesOf?.(visit) ?? []))).flat();
};
