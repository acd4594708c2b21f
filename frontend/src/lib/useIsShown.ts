import { useEffect, useRef, type RefObject } from 'react';

/** Whether the component is still rendered, for answers that may arrive after it was removed. */
export const useIsShown = (): Readonly<RefObject<boolean>> => {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
};
