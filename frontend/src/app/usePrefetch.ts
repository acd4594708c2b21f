import { useEffect, useEffectEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { onConnectionBack } from '../lib/connection';
import { afterPaint, savesData, whenIdle } from '../lib/idle';
import { nextPreload } from '../ui/lazyComponent';
import { fetchPage, linksIn } from './places';

/** Between looks at whether the page has what it asked for. */
const PAUSE_MS = 100;

/**
 * Tells when the page is there and its queries are answered, so that it has the line for itself until then. After that it
 * fetches what keys and the bar lead to, one piece after another while nothing else is to be done, unless the person saves
 * data: what the parts that are here may open, then the places of the bar. It pauses whenever a query is under way, and
 * from what does not come until the connection is back: browsers never ask again for a file that a module imports and that
 * failed once, so that each part that is tried without a network would be missing until the page is loaded anew.
 */
export const usePrefetch = (onRead: () => void): void => {
  const client = useApolloClient();
  const tellRead = useEffectEvent(onRead);
  useEffect(() => {
    let isOver = false;
    let stopWaiting = (): void => undefined;
    const places = linksIn('bar', 'more').values();
    const takePlace = (): (() => Promise<unknown>) | undefined => {
      const { value: place } = places.next();
      return place && (() => fetchPage(place.path));
    };
    const isReading = (): boolean =>
      [...client.getObservableQueries('active')].some((query) => query.getCurrentResult().loading);

    const step = async (): Promise<void> => {
      if (isOver) return;
      if (isReading() || document.readyState !== 'complete') {
        setTimeout(() => whenIdle(() => void step()), PAUSE_MS);
        return;
      }
      const fetchPiece = nextPreload() ?? takePlace();
      if (!fetchPiece) return;
      const failure = await fetchPiece();
      if (isOver) return;
      if (failure === undefined) whenIdle(() => void step());
      else stopWaiting = onConnectionBack(goOn);
    };
    const goOn = (): void => {
      stopWaiting();
      void step();
    };
    const begin = (): void => {
      if (isOver) return;
      if (isReading()) {
        setTimeout(begin, PAUSE_MS);
        return;
      }
      whenIdle(() =>
        afterPaint(() => {
          if (isOver) return;
          tellRead();
          if (!savesData()) whenIdle(() => void step());
        }),
      );
    };
    begin();
    return () => {
      isOver = true;
      stopWaiting();
    };
  }, [client]);
};
