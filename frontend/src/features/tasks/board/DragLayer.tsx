import { useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from 'react';
import { DndContext, DragOverlay, useDraggable, type Announcements } from '@dnd-kit/core';
import { flushSync } from 'react-dom';
import { LiftedCard } from './BoardCard';
import type { BoardView } from './boardView';
import { moveCard } from './moveCard';
import type { BoardColumnTask } from './useBoard';
import { useBoardDrag, type BoardDragOptions } from './useBoardDrag';
import { bringMover } from './useBoardMoves';

bringMover(moveCard);

/** Hears of each press on the board; what is no press on a card is left alone. */
export type Press = (name: 'onMouseDown' | 'onTouchStart' | 'onKeyDown', event: { target: EventTarget }) => void;

interface PressedCardProps {
  view: RefObject<BoardView>;
  ref: Ref<Press>;
}

/** The one card that the library knows of: the one that was pressed last. Cards themselves know nothing of dragging. */
const PressedCard = ({ view, ref }: PressedCardProps) => {
  const [id, setId] = useState('');
  const { listeners, setNodeRef, setActivatorNodeRef } = useDraggable({ id });
  const latest = useRef(listeners);
  useLayoutEffect(() => {
    latest.current = listeners;
    // After a live change the same card may be another element.
    const card = view.current.board?.querySelector<HTMLElement>(`[data-card="${id}"] article`) ?? null;
    setNodeRef(card);
    setActivatorNodeRef(card?.querySelector<HTMLElement>('[data-task-link]') ?? null);
  });
  useImperativeHandle(ref, () => (name, event) => {
    const article = event.target instanceof Element ? event.target.closest('article') : null;
    const pressed = article?.closest<HTMLElement>('[data-card]')?.dataset.card;
    if (pressed === undefined) return;
    flushSync(() => setId(pressed));
    latest.current?.[name]?.(event);
  });
  return null;
};

const nothing = (): undefined => undefined;
/** What is said of a drag is said below. */
const SILENT: Announcements = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

export interface DragLayerProps extends BoardDragOptions {
  isOfProject: boolean;
  dragged: BoardColumnTask | null;
  press: Ref<Press>;
}

/** What moves cards: pointers, fingers and keys. In a file of its own, as cards are read before they are moved. */
export const DragLayer = ({ isOfProject, dragged, press, ...options }: DragLayerProps) => {
  const { said, context } = useBoardDrag(options);
  return (
    <DndContext
      {...context}
      autoScroll={false}
      accessibility={{ announcements: SILENT, screenReaderInstructions: { draggable: '' }, restoreFocus: false }}
    >
      <PressedCard view={options.view} ref={press} />
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
      {/* A drop paints at its place in the same frame, so nothing flies there. */}
      <DragOverlay dropAnimation={null}>
        {dragged && <LiftedCard task={dragged} isOfProject={isOfProject} />}
      </DragOverlay>
    </DndContext>
  );
};
