import { useEffect, useState } from 'react';
import { useAddressParams } from '../../../lib/useAddressParams';
import { useCurrentUser } from '../../account/session/SessionContext';
import { FILTER_PARAMS, CONDITION_PARAMS } from '../filters/params';
import type { BoardFilter } from './boardQuery';

const PROJECT_PARAM = FILTER_PARAMS.projectIds;
/** The filters of a board in the address, except for a single project. */
const PARAMS = CONDITION_PARAMS.filter((name) => name !== PROJECT_PARAM);

const load = () => import('../filters/taskFilters');
type Code = Awaited<ReturnType<typeof load>>;
let loadedCode: Code | undefined;

/**
 * Returns the filters of an address; null until the code that parses them has loaded, which only happens if the address
 * contains more than a project.
 */
const parseBoardFilter = (
  code: Code | undefined,
  params: URLSearchParams,
  me: string,
  projectId?: string,
): BoardFilter | null => {
  const named = projectId === undefined ? params.getAll(PROJECT_PARAM) : [projectId];
  if (named.length < 2 && !PARAMS.some((name) => params.has(name))) {
    return named[0] === undefined ? {} : { projectId: named[0] };
  }
  if (!code) return null;
  const filters = code.readFilters(params);
  return code.toFilter(projectId === undefined ? filters : { ...filters, projectIds: [projectId] }, me);
};

/** Returns the filters of a board's address in the format of a query, and loads the code for it if needed. */
export const readBoardFilter = async (
  params: URLSearchParams,
  me: string,
  projectId?: string,
): Promise<BoardFilter> => {
  const asked = parseBoardFilter(loadedCode, params, me, projectId);
  if (asked) return asked;
  loadedCode = await load();
  return parseBoardFilter(loadedCode, params, me, projectId) ?? {};
};

/** Returns the board that the address describes; null until its filters are loaded. */
export const useBoardFilter = (projectId?: string) => {
  const [params, setParams] = useAddressParams();
  const { id: me } = useCurrentUser();
  const [{ code, tries, failedAt }, setTried] = useState({ code: loadedCode, tries: 0, failedAt: -1 });
  const asked = parseBoardFilter(code, params, me, projectId);
  // Until the new filters are loaded, the board shows the previous ones.
  const serialized = asked && JSON.stringify(asked);
  const [before, setBefore] = useState(serialized);
  if (serialized !== null && serialized !== before) setBefore(serialized);
  const isLoading = asked === null;
  useEffect(() => {
    if (!isLoading) return undefined;
    let isOver = false;
    const settle = (loaded: Code | undefined): void => {
      if (!isOver) setTried({ code: loaded, tries, failedAt: loaded ? -1 : tries });
    };
    load().then(
      (loaded) => {
        loadedCode = loaded;
        settle(loaded);
      },
      () => settle(undefined),
    );
    return () => {
      isOver = true;
    };
  }, [isLoading, tries]);
  return {
    filter: asked ?? (before === null ? null : (JSON.parse(before) as BoardFilter)),
    /** Removes all filters; null if there are none besides the project. */
    clear: PARAMS.some((name) => params.has(name))
      ? (): void =>
          setParams((now) => {
            for (const name of [...PARAMS, PROJECT_PARAM]) now.delete(name);
            return now;
          })
      : null,
    failed: isLoading && failedAt === tries,
    retry: (): void => setTried({ code, tries: tries + 1, failedAt }),
  };
};
