import { useEffect, useEffectEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { preloadCommands } from '../command/CommandLayer';
import { NAV_ITEMS } from './navigation';
import { fetchPage } from './pages';

/** Where a browser does not tell when it is idle; and between looks at whether the page has what it asked for. */
const PAUSE_MS = 100;

/** What is likely to be opened next on any page, the likeliest first; a failure shows when it is asked for. */
const NEXT: readonly (() => unknown)[] = [
  () => import('../tasks/panel/TaskPanel'),
  () => import('../comments/TaskActivity'),
  preloadCommands,
  () => import('../command/PanelCommands'),
  () => import('../notifications/NotificationsPopover'),
  () => import('../tasks/list/TaskFilterSelects'),
  () => import('../board/ProjectFilter'),
  () => import('../board/CardMenu'),
  () => import('./UserMenu'),
  ...NAV_ITEMS.map(
    ({ to }) =>
      () =>
        fetchPage(to),
  ),
];

interface Connection {
  saveData?: boolean;
}

/**
 * Tells when the page is there and its queries are answered, so that it has the line for itself until then. After that it
 * fetches what keys and the bar lead to, one piece after another while nothing else is to be done, unless the person saves
 * data; it pauses whenever a query is under way.
 */
export const usePrefetch = (onRead: () => void): void => {
  const client = useApolloClient();
  const tellRead = useEffectEvent(onRead);
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    let isOver = false;
    const pieces = NEXT.values();
    const isReading = (): boolean =>
      [...client.getObservableQueries('active')].some((query) => query.getCurrentResult().loading);

    const whenIdle = (work: () => void): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(work);
      else setTimeout(work, PAUSE_MS);
    };
    const step = async (): Promise<void> => {
      if (isOver) return;
      if (isReading() || document.readyState !== 'complete') {
        setTimeout(() => whenIdle(() => void step()), PAUSE_MS);
        return;
      }
      const { value: fetchPiece, done } = pieces.next();
      if (done) return;
      await Promise.resolve(fetchPiece()).catch(() => undefined);
      whenIdle(() => void step());
    };
    const begin = (): void => {
      if (isOver) return;
      if (isReading()) {
        setTimeout(begin, PAUSE_MS);
        return;
      }
      tellRead();
      if (!connection?.saveData) whenIdle(() => void step());
    };
    begin();
    return () => {
      isOver = true;
    };
  }, [client]);
};
