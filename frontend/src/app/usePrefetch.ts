import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { preloadCommands } from '../command/CommandLayer';
import { NAV_ITEMS } from './navigation';
import { fetchPage } from './pages';

/** Where a browser does not tell when it is idle; and between looks at whether the page has what it asked for. */
const PAUSE_MS = 300;

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
 * Fetches what keys and the bar lead to, one piece after another while nothing else is to be done, unless the person saves
 * data. It begins when the page is there and its queries are answered, and pauses whenever another one is under way.
 */
export const usePrefetch = (): void => {
  const client = useApolloClient();
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (connection?.saveData) return undefined;
    let isOver = false;
    const pieces = NEXT.values();
    const isBusy = (): boolean =>
      document.readyState !== 'complete' ||
      [...client.getObservableQueries('active')].some((query) => query.getCurrentResult().loading);

    const whenIdle = (work: () => void): void => {
      if ('requestIdleCallback' in window) requestIdleCallback(work);
      else setTimeout(work, PAUSE_MS);
    };
    const step = async (): Promise<void> => {
      if (isOver) return;
      if (isBusy()) {
        setTimeout(() => whenIdle(() => void step()), PAUSE_MS);
        return;
      }
      const { value: fetchPiece, done } = pieces.next();
      if (done) return;
      await Promise.resolve(fetchPiece()).catch(() => undefined);
      whenIdle(() => void step());
    };
    whenIdle(() => void step());
    return () => {
      isOver = true;
    };
  }, [client]);
};
