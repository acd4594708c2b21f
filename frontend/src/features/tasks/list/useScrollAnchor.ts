import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** A visible line, and its distance from the top of the view. */
interface Anchor {
  key: string;
  shift: number;
}

/**
 * Chooses the visible line to keep in place after a change: the first one that has kept its distance to most of the
 * others. A line that was itself moved would move the view.
 */
export const chooseAnchor = (
  anchors: readonly Anchor[],
  keys: readonly string[],
): (Anchor & { index: number }) | undefined => {
  const places = anchors.map(({ key }) => keys.indexOf(key));
  const here = anchors.flatMap((anchor, before) => {
    const index = places[before] ?? -1;
    if (index === -1) return [];
    const kept = places.filter((place, other) => place !== -1 && place - index === other - before).length;
    return [{ ...anchor, index, kept }];
  });
  return here.toSorted((a, b) => b.kept - a.kept)[0];
};

interface ScrollPosition {
  /** The first lines in view. */
  anchors: readonly Anchor[];
  list: string;
}

const ANCHORS = 3;

interface ScrollPlaceOptions {
  virtualizer: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** The content of each line. */
  keys: readonly string[];
  /** Changes with the list; a new list begins at its top. */
  list: string;
  /** The distance of the list from the top of the scrolling element. */
  margin: number;
  /** Whether the list must stay in place, because the person is changing it with the pointer. */
  isHeld?: () => boolean;
}

/** Always the same function, so that effects do not run again. */
const never = (): boolean => false;

/**
 * Keeps the visible lines in place when lines above them are added, removed or moved. A new list begins at its top.
 * Returns the handler of scroll events.
 */
export const useScrollAnchor = (options: ScrollPlaceOptions): (() => void) => {
  const { virtualizer, scroller, keys, list, margin, isHeld = never } = options;
  const place = useRef<ScrollPosition | null>(null);

  const note = (): void => {
    const handle = virtualizer.current;
    const top = (scroller.current?.scrollTop ?? 0) - margin;
    // At its top, the list shows new rows.
    if (!handle || top <= 0) {
      place.current = { anchors: [], list };
      return;
    }
    const first = handle.findItemIndex(handle.scrollOffset);
    const anchors = keys
      .slice(first, first + ANCHORS)
      .map((key, at) => ({ key, shift: handle.scrollOffset - handle.getItemOffset(first + at) }));
    place.current = { anchors, list };
  };
  const noteNow = useEffectEvent(note);

  useLayoutEffect(() => {
    const handle = virtualizer.current;
    const before = place.current;
    if (!handle || !before) return;
    if (before.list !== list) {
      place.current = { anchors: [], list };
      const box = scroller.current;
      if (box && box.scrollTop > margin) box.scrollTo({ top: margin });
      return;
    }
    if (isHeld()) {
      noteNow();
      return;
    }
    const anchor = chooseAnchor(before.anchors, keys);
    if (!anchor) return;
    const top = handle.getItemOffset(anchor.index) + anchor.shift;
    // Not through the list's own methods, because these hold the position while lines are measured, even if the person
    // continues to scroll.
    if (Math.abs(top - handle.scrollOffset) >= 1) scroller.current?.scrollTo({ top, behavior: 'instant' });
  }, [keys, list, margin, virtualizer, scroller, isHeld]);

  return note;
};
