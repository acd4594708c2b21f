import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCurrentUser } from '../session/SessionContext';
import type { BoardFilter } from './boardQuery';

/** What an address narrows a board down by, but for one project. */
const PARAMS = ['q', 'status', 'priority', 'assignee', 'tag', 'due', 'overdue', 'from', 'to', 'done'];
const PROJECT_PARAM = 'project';

const load = () => import('../tasks/list/taskFilters');
let code: Awaited<ReturnType<typeof load>> | undefined;

/** What an address asks of a board, of a project or of all; what reads it is loaded only where it says more than a project. */
export const askedOf = (
  params: URLSearchParams,
  me: string,
  projectId?: string,
): BoardFilter | Promise<BoardFilter> => {
  const named = projectId === undefined ? params.getAll(PROJECT_PARAM) : [projectId];
  if (named.length < 2 && !PARAMS.some((name) => params.has(name))) {
    return named[0] === undefined ? {} : { projectId: named[0] };
  }
  const read = ({ readFilters, toFilter }: NonNullable<typeof code>): BoardFilter => {
    const filters = readFilters(params);
    return toFilter(projectId === undefined ? filters : { ...filters, projectIds: [projectId] }, me);
  };
  return code ? read(code) : load().then((loaded) => read((code = loaded)));
};

/** What the address asks of the board; null until it can be read. */
export const useBoardFilter = (projectId?: string) => {
  const [params] = useSearchParams();
  const { id: me } = useCurrentUser();
  const [tries, setTries] = useState({ count: 0, failed: false });
  const asked = askedOf(params, me, projectId);
  const isLoading = asked instanceof Promise;
  const wait = useEffectEvent(async () => {
    const failed = await Promise.resolve(asked).then(
      () => false,
      () => true,
    );
    setTries(({ count }) => ({ count, failed }));
  });
  useEffect(() => {
    if (isLoading) void wait();
  }, [isLoading, tries.count]);
  return {
    filter: asked instanceof Promise ? null : asked,
    failed: isLoading && tries.failed,
    retry: (): void => setTries(({ count }) => ({ count: count + 1, failed: false })),
  };
};
