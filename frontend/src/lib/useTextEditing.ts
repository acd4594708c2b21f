import { useEffect, useRef, useState } from 'react';

/**
 * Returns whether a text is being typed. A text that is left by a press counts until the press ends, because elements
 * that appear then would move under the pointer, and the click would miss.
 */
export const useTextEditing = () => {
  const [isEditing, setEditing] = useState(false);
  const isPressed = useRef(false);
  const isLeft = useRef(false);

  useEffect(() => {
    if (!isEditing) return undefined;
    const ended = new AbortController();
    const { signal } = ended;
    const release = (): void => {
      isPressed.current = false;
      if (isLeft.current) setEditing(false);
    };
    const options = { signal, capture: true };
    addEventListener('pointerdown', () => (isPressed.current = true), options);
    // The click follows immediately.
    addEventListener('pointerup', () => setTimeout(release), options);
    addEventListener('pointercancel', release, options);
    addEventListener('dragend', release, options);
    return () => ended.abort();
  }, [isEditing]);

  const enter = (): void => {
    isLeft.current = false;
    setEditing(true);
  };
  const leave = (): void => {
    isLeft.current = true;
    if (!isPressed.current) setEditing(false);
  };
  return [isEditing, enter, leave] as const;
};
