import { useEffect } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { savesData, whenIdle } from '../lib/idle';
import { takeSoon } from '../ui/later';
import { NAV_ITEMS } from './navigation';
import { fetchPage } from './pages';

/** Between looks at whether the page has what it asked for. */
const PAUSE_MS = 300;

/**
 * Fetches what keys and the bar lead to, one piece after another while nothing else is to be done, unless the person saves
 * data: what the parts that are here may open, then the places of the bar. It begins when the page is there and its queries
 * are answered, and pauses whenever another one is under way.
 */
export const usePrefetch = (): void => {
  const client = useApolloClient();
  useEffect(() => {
    if (savesData()) return undefined;
    let isOver = false;
    const places = NAV_ITEMS.values();
    const takePlace = (): (() => Promise<unknown>) | undefined => {
      const { value: item } = places.next();
      return item && (() => fetchPage(item.to));
    };
    const isBusy = (): boolean =>
      document.readyState !== 'complete' ||
      [...client.getObservableQueries('active')].some((query) => query.getCurrentResult().loading);

    const step = async (): Promise<void> => {
      if (isOver) return;
      if (isBusy()) {
        setTimeout(() => whenIdle(() => void step()), PAUSE_MS);
        return;
      }
      const fetchPiece = takeSoon() ?? takePlace();
      if (!fetchPiece) return;
      await fetchPiece();
      whenIdle(() => void step());
    };
    whenIdle(() => void step());
    return () => {
      isOver = true;
    };
  }, [client]);
};
