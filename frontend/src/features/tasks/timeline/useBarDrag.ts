import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import type { DragPart } from './span';

/** A dragged bar, and by how many days it was moved. */
export interface BarDrag {
  id: string;
  grip: DragPart;
  days: number;
}

/** A mouse drags after this many pixels; a touch after it was held for this time, because otherwise it scrolls. */
const MOUSE_STEP = 4;
const TOUCH_STEP = 8;
const HOLD_MS = 300;
/** The distance from an edge at which the timeline scrolls, and the pixels per frame. */
const EDGE = 48;
const EDGE_STEP = 10;

interface BarDragOptions {
  scroller: RefObject<HTMLElement | null>;
  dayWidth: number;
  onDrop: (drag: BarDrag) => void;
}

/** Drags bars and their ends along the days. Escape cancels. */
export const useBarDrag = ({ scroller, dayWidth, onDrop }: BarDragOptions) => {
  const [drag, setDrag] = useState<BarDrag | null>(null);
  const stop = useRef<(() => void) | undefined>(undefined);
  const isOver = useRef(false);
  const isDragging = useRef(false);
  // The tasks may change during a drag, so the handler from its start may have outdated days.
  const latestDrop = useRef(onDrop);
  useEffect(() => {
    latestDrop.current = onDrop;
  });
  useEffect(() => () => stop.current?.(), []);
  useEffect(() => {
    const box = scroller.current;
    // During a drag, a touch must not scroll. Registered at the start, because browsers only then accept a handler that
    // prevents scrolling.
    const keepStill = (move: TouchEvent): void => {
      if (isDragging.current) move.preventDefault();
    };
    box?.addEventListener('touchmove', keepStill, { passive: false });
    return () => box?.removeEventListener('touchmove', keepStill);
  }, [scroller]);

  const begin = (event: ReactPointerEvent<HTMLElement>, id: string, grip: DragPart): void => {
    const box = scroller.current;
    if (event.button !== 0 || !box) return;
    // Another finger ends the drag of the first one.
    stop.current?.();
    const { clientX: fromX, clientY: fromY, pointerType, pointerId, currentTarget: bar } = event;
    const fromScroll = box.scrollLeft;
    const isTouch = pointerType === 'touch';
    const ended = new AbortController();
    const { signal } = ended;
    let isOn = false;
    let x = fromX;
    let latest: BarDrag = { id, grip, days: 0 };

    const show = (): void => {
      const days = Math.round((x - fromX + box.scrollLeft - fromScroll) / dayWidth);
      if (days === latest.days) return;
      latest = { id, grip, days };
      setDrag(latest);
    };
    const scrollAtEdge = (): void => {
      if (signal.aborted) return;
      const { left, right } = box.getBoundingClientRect();
      const by = x > right - EDGE ? EDGE_STEP : x < left + EDGE ? -EDGE_STEP : 0;
      if (by !== 0) {
        box.scrollLeft += by;
        show();
      }
      requestAnimationFrame(scrollAtEdge);
    };
    const start = (): void => {
      isOn = true;
      isDragging.current = true;
      bar.setPointerCapture(pointerId);
      setDrag(latest);
      requestAnimationFrame(scrollAtEdge);
    };
    const hold = isTouch ? setTimeout(start, HOLD_MS) : undefined;
    const end = (isDropped: boolean): void => {
      ended.abort();
      clearTimeout(hold);
      stop.current = undefined;
      isDragging.current = false;
      setDrag(null);
      if (!isOn) return;
      // The click that ends a drag must not open the task.
      isOver.current = true;
      setTimeout(() => (isOver.current = false));
      if (isDropped && latest.days !== 0) latestDrop.current(latest);
    };
    stop.current = () => end(false);

    window.addEventListener(
      'pointermove',
      (move) => {
        if (move.pointerId !== pointerId) return;
        x = move.clientX;
        const far = Math.hypot(x - fromX, move.clientY - fromY);
        if (isOn) show();
        else if (isTouch && far > TOUCH_STEP) end(false);
        else if (!isTouch && far > MOUSE_STEP) {
          start();
          show();
        }
      },
      { signal },
    );
    const endBy = (isDropped: boolean) => (up: PointerEvent) => {
      if (up.pointerId === pointerId) end(isDropped);
    };
    window.addEventListener('pointerup', endBy(true), { signal });
    window.addEventListener('pointercancel', endBy(false), { signal });
    window.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape' || !isOn) return;
        key.stopPropagation();
        end(false);
      },
      { signal, capture: true },
    );
  };
  /** Whether the current click ended a drag. */
  const endedDrag = (): boolean => isOver.current;
  return { drag, begin, endedDrag };
};
