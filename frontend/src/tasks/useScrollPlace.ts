import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';

interface Place {
  /** The first line in view, and how far it is scrolled out of it. */
  key: string;
  shift: number;
  list: string;
}

interface ScrollPlaceOptions {
  virtualizer: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** What stands in each line. */
  keys: readonly string[];
  /** Changes when it is another list: that begins at its top. */
  list: string;
  /** How far below the scroller's top the list begins. */
  margin: number;
}

/**
 * Keeps what is being looked at where it is when lines come, go or move above it. Another list begins at its top.
 * Answers what to call when the list was scrolled.
 */
export const useScrollPlace = ({ virtualizer, scroller, keys, list, margin }: ScrollPlaceOptions): (() => void) => {
  const place = useRef<Place | null>(null);

  const note = (): void => {
    const handle = virtualizer.current;
    const top = (scroller.current?.scrollTop ?? 0) - margin;
    // At its top the list shows what is new.
    if (!handle || top <= 0) {
      place.current = { key: '', shift: 0, list };
      return;
    }
    const index = handle.findItemIndex(handle.scrollOffset);
    place.current = { key: keys[index] ?? '', shift: handle.scrollOffset - handle.getItemOffset(index), list };
  };

  useLayoutEffect(() => {
    const handle = virtualizer.current;
    const before = place.current;
    if (!handle || !before) return;
    if (before.list !== list) {
      place.current = { key: '', shift: 0, list };
      const box = scroller.current;
      if (box && box.scrollTop > margin) box.scrollTo({ top: margin });
      return;
    }
    const index = before.key === '' ? -1 : keys.indexOf(before.key);
    if (index === -1) return;
    const by = handle.getItemOffset(index) + before.shift - handle.scrollOffset;
    if (Math.abs(by) >= 1) handle.scrollBy(by);
  }, [keys, list, margin, virtualizer, scroller]);

  return note;
};
