import { useEffect } from 'react';
import { preloadCommands } from '../command/CommandLayer';
import { NAV_ITEMS } from './navigation';
import { preloadPage } from './pages';

/** Long enough for the page itself to have what it needs, where a browser does not tell when it is idle. */
const SETTLED_MS = 2000;

/** What is likely to be opened next on any page. */
const NEXT = [
  () => import('../tasks/TaskPanel'),
  () => import('../comments/TaskActivity'),
  () => import('../command/PanelCommands'),
  () => import('../notifications/NotificationsPopover'),
  () => import('../tasks/TaskFilterSelects'),
  () => import('../board/ProjectFilter'),
  () => import('../board/CardMenu'),
  () => import('./UserMenu'),
];

interface Connection {
  saveData?: boolean;
}

/** Fetches the places that the bar leads to, and what keys open, while nothing else is to be done, unless the person saves data. */
export const usePrefetch = (): void => {
  useEffect(() => {
    const { connection } = navigator as Navigator & { connection?: Connection };
    if (connection?.saveData) return undefined;
    const fetchAll = (): void => {
      NAV_ITEMS.forEach(({ to }) => preloadPage(to));
      preloadCommands();
      // A failure shows when the part is asked for.
      for (const load of NEXT) load().catch(() => undefined);
    };
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(fetchAll, SETTLED_MS);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(fetchAll, { timeout: SETTLED_MS });
    return () => cancelIdleCallback(handle);
  }, []);
};
