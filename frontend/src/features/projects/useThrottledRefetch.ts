import { useEffect, useEffectEvent, useRef } from 'react';
import { useAllProjects } from './useProjects';

/** So long after a change, and after the last time, what is shown is read once more. */
const SOON_MS = 1_500;
const APART_MS = 10_000;

/**
 * Reads figures once more after something has changed in a project, as its revision tells: however busy a team is, no oftener than
 * every ten seconds, and not while nobody looks.
 */
export const useThrottledRefetch = (retryFailedQueries: () => Promise<void>): void => {
  const { projects } = useAllProjects();
  const revisions = projects?.map(({ id, revision }) => `${id}:${revision}`).join();
  const known = useRef(revisions);
  const readAt = useRef(0);
  const read = useEffectEvent((): void => {
    readAt.current = Date.now();
    known.current = revisions;
    void retryFailedQueries();
  });
  useEffect(() => {
    if (revisions === undefined) return undefined;
    if (known.current === undefined || known.current === revisions) {
      known.current = revisions;
      return undefined;
    }
    const wait = Math.max(SOON_MS, readAt.current + APART_MS - Date.now());
    const stopped = new AbortController();
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') read();
      else document.addEventListener('visibilitychange', read, { once: true, signal: stopped.signal });
    }, wait);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [revisions]);
};
