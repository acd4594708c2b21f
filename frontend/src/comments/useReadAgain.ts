import { useEffect, useEffectEvent, useRef } from 'react';

/** Reads a log once more when its object has got another version, which is one more line. Answers how to do it at once. */
export const useReadAgain = (version: number | string | undefined, refetch: () => Promise<unknown>): (() => void) => {
  const readAgain = (): void => void refetch().catch(() => undefined);
  const onLater = useEffectEvent(readAgain);
  const shown = useRef(version);
  useEffect(() => {
    if (shown.current !== undefined && version !== undefined && version !== shown.current) onLater();
    shown.current = version;
  }, [version]);
  return readAgain;
};
