import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useCurrentUser } from '../../account/session/SessionContext';
import { FILTER_PARAMS, NARROWING_PARAMS } from '../filters/params';
import type { BoardFilter } from './boardQuery';

const PROJECT_PARAM = FILTER_PARAMS.projectIds;
/** What an address narrows a board down by, but for one project. */
const PARAMS = NARROWING_PARAMS.filter((name) => name !== PROJECT_PARAM);

const load = () => import('../filters/taskFilters');
type Code = Awaited<ReturnType<typeof load>>;
let loadedCode: Code | undefined;

/**
 * What an address asks of a board, of a project or of all; null while the code is not here that reads it, which is loaded only
 * where the address says more than a project.
 */
const askedOf = (
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

/** The same, once it can be read. */
export const readAsked = async (params: URLSearchParams, me: string, projectId?: string): Promise<BoardFilter> => {
  const asked = askedOf(loadedCode, params, me, projectId);
  if (asked) return asked;
  loadedCode = await load();
  return askedOf(loadedCode, params, me, projectId) ?? {};
};

/** What the address asks of the board; null until it can be read. */
export const useBoardFilter = (projectId?: string) => {
  const [params, setParams] = useSearchParams();
  const { id: me } = useCurrentUser();
  const [{ code, tries, failedAt }, setTried] = useState({ code: loadedCode, tries: 0, failedAt: -1 });
  const asked = askedOf(code, params, me, projectId);
  // Until what is asked for now can be read, the board shows what it was asked for before.
  const said = asked && JSON.stringify(asked);
  const [before, setBefore] = useState(said);
  if (said !== null && said !== before) setBefore(said);
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
    /** Shows all again; null where nothing is left out but other projects. */
    clear: PARAMS.some((name) => params.has(name))
      ? (): void =>
          setParams((before) => {
            const next = new URLSearchParams(before);
            for (const name of [...PARAMS, PROJECT_PARAM]) next.delete(name);
            return next;
          })
      : null,
    failed: isLoading && failedAt === tries,
    retry: (): void => setTried({ code, tries: tries + 1, failedAt }),
  };
};
