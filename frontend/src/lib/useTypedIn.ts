import { useEffect, useRef, useState } from 'react';

/**
 * Returns whether a text is being typed. A text that is left by a press counts until the press ends, because elements
 * that appear then would move under the pointer, and the click would miss.
 */
export const useTypedIn = () => {
  const [isTypedIn, setTypedIn] = useState(false);
  const isPressed = useRef(false);
  const isLeft = useRef(false);

  useEffect(() => {
    if (!isTypedIn) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const release = (): void => {
      isPressed.current = false;
      if (isLeft.current) setTypedIn(false);
    };
    const options = { signal, capture: true };
    addEventListener('pointerdown', () => (isPressed.current = true), options);
    // The click follows immediately.
    addEventListener('pointerup', () => setTimeout(release), options);
    addEventListener('pointercancel', release, options);
    addEventListener('dragend', release, options);
    return () => ended.abort();
  }, [isTypedIn]);

  const enter = (): void => {
    isLeft.current = false;
    setTypedIn(true);
  };
  const leave = (): void => {
    isLeft.current = true;
    if (!isPressed.current) setTypedIn(false);
  };
  return [isTypedIn, enter, leave] as const;
};
