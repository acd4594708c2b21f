import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import type { VirtualizerHandle } from 'virtua';

/** A line that was in view, and how far it was scrolled out of it. */
interface Anchor {
  key: string;
  shift: number;
}

/**
 * Of neighbours that were in view, the one to hold on to after a change, and where it stands now: the first that has kept
 * its distance to most of the others. One that was itself moved away would take the view with it.
 */
export const steadyAnchor = (
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

interface Place {
  /** The first lines in view. */
  anchors: readonly Anchor[];
  list: string;
}

const ANCHORS = 3;

interface ScrollPlaceOptions {
  virtualizer: RefObject<VirtualizerHandle | null>;
  scroller: RefObject<HTMLElement | null>;
  /** What stands in each line. */
  keys: readonly string[];
  /** Changes when it is another list: that begins at its top. */
  list: string;
  /** How far below the scroller's top the list begins. */
  margin: number;
  /** While somebody changes the list with their own hands, it stays where it is under them. */
  isHeld?: () => boolean;
}

/** So long as it is one and the same, effects that depend on it stand still. */
const never = (): boolean => false;

/**
 * Keeps what is being looked at where it is when lines come, go or move above it. Another list begins at its top.
 * Answers what to call when the list was scrolled.
 */
export const useScrollAnchor = (options: ScrollPlaceOptions): (() => void) => {
  const { virtualizer, scroller, keys, list, margin, isHeld = never } = options;
  const place = useRef<Place | null>(null);

  const note = (): void => {
    const handle = virtualizer.current;
    const top = (scroller.current?.scrollTop ?? 0) - margin;
    // At its top the list shows what is new.
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
    const anchor = steadyAnchor(before.anchors, keys);
    if (!anchor) return;
    const top = handle.getItemOffset(anchor.index) + anchor.shift;
    // Not by the list's own means: those hold on to the place while lines are measured, against whoever goes on from it.
    if (Math.abs(top - handle.scrollOffset) >= 1) scroller.current?.scrollTo({ top, behavior: 'instant' });
  }, [keys, list, margin, virtualizer, scroller, isHeld]);

  return note;
};
