import { useEffect, useEffectEvent, useRef } from 'react';
import { useAllProjects } from './useProjects';

/** The delay of a refetch after a change, and after the last refetch. */
const DELAY_MS = 1_500;
const MIN_INTERVAL_MS = 10_000;

/**
 * Refetches figures after a change in a project, detected by its revision: at most every ten seconds, and not while the
 * page is hidden.
 */
export const useThrottledRefetch = (readAgain: () => Promise<void>): void => {
  const { projects } = useAllProjects();
  const revisions = projects?.map(({ id, revision }) => `${id}:${revision}`).join();
  const known = useRef(revisions);
  const readAt = useRef(0);
  const read = useEffectEvent((): void => {
    readAt.current = Date.now();
    known.current = revisions;
    void readAgain();
  });
  useEffect(() => {
    if (revisions === undefined) return undefined;
    if (known.current === undefined || known.current === revisions) {
      known.current = revisions;
      return undefined;
    }
    const wait = Math.max(DELAY_MS, readAt.current + MIN_INTERVAL_MS - Date.now());
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
