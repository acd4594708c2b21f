import { useState, type PointerEvent, type RefObject } from 'react';

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

/** Drags items by their grips, by mouse, touch and pen; Escape ends it without a move. */
export const useItemDrag = (list: RefObject<HTMLElement | null>, onDrop: (drag: ItemDrag) => void) => {
  const [drag, setDrag] = useState<ItemDrag | null>(null);

  const onGrip = (id: string) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) return;
    event.preventDefault();
    const grip: HTMLElement = event.currentTarget;
    const area = list.current;
    grip.setPointerCapture(event.pointerId);
    let now: ItemDrag | null = null;
    const end = new AbortController();
    const { signal } = end;
    const stop = (): void => {
      end.abort();
      setDrag(null);
    };
    grip.addEventListener(
      'pointermove',
      ({ clientY }) => {
        const index = indexAt(area, id, clientY);
        if (now?.index !== index) setDrag((now = { id, index }));
      },
      { signal },
    );
    grip.addEventListener(
      'pointerup',
      () => {
        stop();
        if (now) onDrop(now);
      },
      { signal },
    );
    grip.addEventListener('pointercancel', stop, { signal });
    window.addEventListener(
      'keydown',
      (pressed) => {
        if (pressed.key !== 'Escape') return;
        pressed.preventDefault();
        pressed.stopPropagation();
        stop();
      },
      { signal, capture: true },
    );
  };

  return { drag, onGrip };
};
