import { useEffect, useEffectEvent } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { onConnectionBack } from '../lib/connection';
import { afterPaint, isDataSaverOn, whenIdle } from '../lib/idle';
import { prefetchFiles } from '../lib/importFiles';
import { importsOfPreloads, nextPreload } from '../ui/lazyComponent';
import { isPageSpinnerShown } from '../ui/Spinner';
import { fetchPage, importOfPage, linksIn } from './places';

/** How often to check whether the page has its answers. */
const PAUSE_MS = 100;

/**
 * Calls back when the page is shown and its queries are answered, because the page needs the connection until then.
 * Afterwards, unless the person saves data, prefetches the code that keys and the bar can open. First requests
 * all files, a few at a time. Then, while the page is idle, imports one piece after another: first what the loaded
 * parts may open, then the pages of the bar. Pauses during queries, and after a failure until the connection returns.
 */
export const usePrefetch = (onRead: () => void): void => {
  const client = useApolloClient();
  const tellRead = useEffectEvent(onRead);
  useEffect(() => {
    let isOver = false;
    let stopWaiting = (): void => undefined;
    const places = linksIn('bar', 'more').map(({ path }) => path);
    const takePlace = (): (() => Promise<unknown>) | undefined => {
      const path = places.shift();
      return path === undefined ? undefined : () => fetchPage(path);
    };
    const fetchFiles = async (): Promise<void> => {
      if (isOver) return;
      const loads = [...importsOfPreloads(), ...places.map(importOfPage).filter((load) => load !== undefined)];
      await prefetchFiles(loads, () => isOver);
      whenIdle(() => void step());
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
      // On a slow device, the page can wait for its own rendering after the answers have come.
      if (isReading() || isPageSpinnerShown()) {
        setTimeout(begin, PAUSE_MS);
        return;
      }
      whenIdle(() =>
        afterPaint(() => {
          if (isOver) return;
          tellRead();
          if (!isDataSaverOn()) whenIdle(() => void fetchFiles());
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
