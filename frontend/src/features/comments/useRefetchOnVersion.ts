import { useEffect, useEffectEvent, useRef } from 'react';

/** Refetches a log when its object has a new version, because each version adds a line. */
export const useRefetchOnVersion = (version: number | string | undefined, readAgain: () => Promise<void>): void => {
  const onLater = useEffectEvent(() => void readAgain());
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current !== undefined && version !== undefined && version !== shown.current) onLater();
    shown.current = version;
  }, [version]);
};
