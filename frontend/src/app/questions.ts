import { matchPath } from 'react-router-dom';
import { boardQuery } from '../features/tasks/board/boardQuery';
import { readAsked } from '../features/tasks/board/useBoardFilter';
import type { Question } from '../sync/client/order';
import { TASK_PARAM } from '../features/tasks/model/taskUrl';

/** What an address says, and who reads it. */
interface Visit {
  id: string;
  search: URLSearchParams;
  me: string;
}

type Ask = (visit: Visit) => readonly Question[] | Promise<readonly Question[]>;

/**
 * What pages ask for first, which is known long before their own code is here: for those that one begins at right away, for
 * the others by a little code of its own.
 */
const ASKS: Record<string, () => Ask | Promise<Ask>> = {
  '/dashboard': async () => {
    const { dashboardQuery } = await import('../features/analytics/dashboard/dashboardQuery');
    return ({ me }) => [dashboardQuery(me)];
  },
  '/board':
    () =>
    async ({ search, me }) => [boardQuery(await readAsked(search, me))],
  '/tasks': async () => {
    const [{ tasksQuery }, { readFilters }] = await Promise.all([
      import('../features/tasks/list/tasksQuery'),
      import('../features/tasks/filters/taskFilters'),
    ]);
    return ({ search, me }) => [tasksQuery(readFilters(search), me)];
  },
  '/projects/:id': async () => {
    const { ProjectDocument } = await import('../features/projects/Project.generated');
    return async ({ id, search, me }) => [
      { query: ProjectDocument, variables: { id } },
      boardQuery(await readAsked(search, me, id)),
    ];
  },
};

/** A task that is open over whatever page. */
const askTask = async (): Promise<Ask> => {
  const { TaskPanelDocument } = await import('../features/tasks/fields/TaskPanel.generated');
  return ({ search }) => [{ query: TaskPanelDocument, variables: { id: search.get(TASK_PARAM) } }];
};

/** What the page of an address asks for, once it is known who reads it. */
export const questionsOf = async (
  { pathname, search }: Location,
  reader: Promise<string | undefined>,
): Promise<readonly Question[]> => {
  const params = new URLSearchParams(search);
  const path = Object.keys(ASKS).find((known) => matchPath(known, pathname)) ?? '';
  const [me, ...asks] = await Promise.all([reader, ASKS[path]?.(), params.has(TASK_PARAM) ? askTask() : undefined]);
  if (me === undefined) return [];
  const id = matchPath(path, pathname)?.params['id'] ?? '';
  return (await Promise.all(asks.map(async (ask) => ask?.({ id, search: params, me }) ?? []))).flat();
};
