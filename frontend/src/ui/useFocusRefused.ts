import { useEffect, useRef, type RefObject } from 'react';

/**
 * Focuses the first refused field of a form that checks itself, each time `tried` changes: a count of tries, or the
 * faults that a try has found. Returns the ref of the element that contains the fields.
 */
export const useFocusRefused = <Part extends HTMLElement>(tried: unknown): RefObject<Part | null> => {
  const part = useRef<Part>(null);
  useEffect(() => {
    if (tried) part.current?.querySelector<HTMLElement>('[aria-invalid=true],[data-refused]')?.focus();
  }, [tried]);
  return part;
};
