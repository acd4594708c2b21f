import { useEffect, useRef, type RefObject } from 'react';

/**
 * Whether the component is still rendered and, if it is a dialog, still open, for answers that may arrive after it was
 * removed or closed.
 */
export const useIsShown = (isOpen = true): Readonly<RefObject<boolean>> => {
  const isShown = useRef(isOpen);
  useEffect(() => {
    isShown.current = isOpen;
    return () => {
      isShown.current = false;
    };
  }, [isOpen]);
  return isShown;
};
