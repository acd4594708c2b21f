import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';

/** A dragged item, and the index of the item before which it would land; the number of items means the end. */
export interface ItemDrag {
  id: string;
  index: number;
}

const ITEM = '[data-checklist-item]';

/** The position of a pointer in the list, without the dragged item. */
const indexAt = (list: HTMLElement, id: string, y: number): number => {
  const others = [...list.querySelectorAll<HTMLElement>(ITEM)].filter((row) => row.dataset.checklistItem !== id);
  const below = others.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect();
    return y < top + height / 2;
  });
  return below === -1 ? others.length : below;
};

/** Keeps the click that ends a drag from opening the menu of the grip. */
const preventClick = (): void => {
  const ended = new AbortController();
  window.addEventListener('click', (event) => event.stopPropagation(), { capture: true, signal: ended.signal });
  // The click follows immediately.
  setTimeout(() => ended.abort());
};

/** Drags items by their grips, by mouse, touch and pen; Escape ends it without a move. */
export const useItemDrag = (list: RefObject<HTMLElement | null>, onDrop: (drag: ItemDrag) => void) => {
  const [drag, setDrag] = useState<ItemDrag | null>(null);
  const stop = useRef<(() => void) | undefined>(undefined);
  // The items may change during a drag, and its index is one among the items at its end.
  const latestDrop = useRef(onDrop);
  useEffect(() => {
    latestDrop.current = onDrop;
  });
  useEffect(() => () => stop.current?.(), []);

  const onGrip = (id: string) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) return;
    event.preventDefault();
    stop.current?.();
    const { pointerId, currentTarget: grip } = event;
    const area = list.current;
    grip.setPointerCapture(pointerId);
    const origin = indexAt(area, id, event.clientY);
    let now: ItemDrag | null = null;
    let isMoved = false;
    // Also after Escape.
    window.addEventListener('pointerup', () => isMoved && preventClick(), { capture: true, once: true });
    const ended = new AbortController();
    const { signal } = ended;
    const end = (): void => {
      ended.abort();
      stop.current = undefined;
      setDrag(null);
    };
    stop.current = end;
    // Listens on the window, because the grip may be removed during the drag, together with its item.
    const listen = (type: 'pointermove' | 'pointerup' | 'pointercancel', act: (clientY: number) => void): void =>
      window.addEventListener(
        type,
        (moved) => {
          if (moved.pointerId !== pointerId) return;
          if (grip.isConnected) act(moved.clientY);
          else end();
        },
        { signal },
      );
    listen('pointermove', (clientY) => {
      const index = indexAt(area, id, clientY);
      isMoved ||= index !== origin;
      if (now?.index !== index) setDrag((now = { id, index }));
    });
    listen('pointerup', () => {
      end();
      if (now) latestDrop.current(now);
    });
    listen('pointercancel', () => {
      isMoved = false;
      end();
    });
    window.addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        pressed.stopPropagation();
        end();
      },
      { signal, capture: true },
    );
  };

  return { drag, onGrip };
};
