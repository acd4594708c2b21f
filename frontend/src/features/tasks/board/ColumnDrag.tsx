import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type RefObject,
} from 'react';
import { useDraggable } from '@dnd-kit/core';
import { flushSync } from 'react-dom';
import type { ProjectColumn } from '../../projects/columns/columnCache';
import { useMoveColumn } from '../../projects/columns/useMoveColumn';
import { columnsTexts } from '../../../texts/columns';
import { ColumnIcon } from '../../../ui/StatusIcon';
import { TaskDragContext, useTaskDrag } from '../drag/taskDrag';
import type { BoardView } from './boardView';
import { startEdgeScroll } from './edgeScroll';

const { move: texts } = columnsTexts;

export interface ColumnDragProps {
  view: RefObject<BoardView>;
  columns: readonly ProjectColumn[];
}

interface DraggedColumn {
  id: string;
  title: string;
}

/** Returns the elements of the board's columns, in order. */
const sectionsIn = (board: HTMLElement | null): readonly HTMLElement[] => [
  ...(board?.querySelectorAll<HTMLElement>('[data-column]') ?? []),
];

/** Returns the position of the line where the lifted column would land. */
const lineAt = (board: HTMLElement | null, others: readonly HTMLElement[], index: number): CSSProperties | null => {
  const area = board?.getBoundingClientRect();
  const [before, after] = [others[index - 1]?.getBoundingClientRect(), others[index]?.getBoundingClientRect()];
  const x = before && after ? (before.right + after.left) / 2 : (after?.left ?? before?.right);
  if (!area || x === undefined) return null;
  return { left: Math.min(Math.max(x, area.left + 2), area.right - 2) - 1, top: area.top, height: area.height };
};

/** Disables snapping, which would work against scrolling at the edges. Returns a function that enables it again. */
const stopSnapping = (board: HTMLElement): (() => void) => {
  board.style.scrollSnapType = 'none';
  return () => {
    board.style.scrollSnapType = '';
  };
};

/** The only column that dnd-kit knows: the one whose header was pressed last. */
const PressedColumn = ({ view, idOf }: { view: RefObject<BoardView>; idOf: (section: HTMLElement) => string }) => {
  const [pressed, setPressed] = useState<HTMLElement | null>(null);
  const { listeners, setNodeRef } = useDraggable({ id: pressed ? idOf(pressed) : '' });
  const latest = useRef(listeners);
  useLayoutEffect(() => {
    latest.current = listeners;
    setNodeRef(pressed);
  });
  const onPress = useEffectEvent((name: 'onMouseDown' | 'onTouchStart', event: Event) => {
    const head = event.target instanceof Element ? event.target.closest('[data-column] > header') : null;
    const section = head?.closest<HTMLElement>('[data-column]');
    if (!section || !(event.target instanceof Element) || event.target.closest('button')) return;
    flushSync(() => setPressed(section));
    // dnd-kit expects React events.
    latest.current?.[name]?.({ nativeEvent: event });
  });
  useEffect(() => {
    const { board } = view.current;
    const onMouseDown = (event: MouseEvent): void => onPress('onMouseDown', event);
    const onTouchStart = (event: TouchEvent): void => onPress('onTouchStart', event);
    board?.addEventListener('mousedown', onMouseDown);
    board?.addEventListener('touchstart', onTouchStart, { passive: true });
    return () => {
      board?.removeEventListener('mousedown', onMouseDown);
      board?.removeEventListener('touchstart', onTouchStart);
    };
  }, [view]);
  return null;
};

/** Drags a column by its header; its menu moves it by keys. A place is an index among the other visible columns. */
export const ColumnDrag = ({ view, columns }: ColumnDragProps) => {
  const moveColumn = useMoveColumn();
  const [liftedId, setLiftedId] = useState<string | null>(null);
  const [line, setLine] = useState<CSSProperties | null>(null);
  const columnOf = (section: HTMLElement): ProjectColumn | undefined =>
    columns.find(({ id, status }) => id === section.dataset.column || status === section.dataset.column);
  const shown = (): readonly ProjectColumn[] => sectionsIn(view.current.board).flatMap((each) => columnOf(each) ?? []);
  const othersOf = (id: string): readonly HTMLElement[] =>
    sectionsIn(view.current.board).filter((section) => columnOf(section)?.id !== id);

  const dragging = useTaskDrag<DraggedColumn, number>({
    find: (id) => {
      const all = shown();
      const index = all.findIndex((column) => column.id === id);
      const column = all[index];
      return column && { task: { id, title: column.name }, place: index };
    },
    elementOf: (id) => sectionsIn(view.current.board).find((section) => columnOf(section)?.id === id),
    isSamePlacement: (a, b) => a === b,
    placeAt: ({ x }, { id }) =>
      othersOf(id).filter((section) => {
        const { left, right } = section.getBoundingClientRect();
        return (left + right) / 2 < x;
      }).length,
    // Keyboard users move columns with their menu.
    step: () => null,
    reveal: () => null,
    settleFrames: 0,
    texts: {
      lifted: ({ title }) => texts.lifted(title),
      over: ({ title }, place) => texts.over(title, place + 1),
      outside: texts.outside,
      moved: ({ title }, place) => texts.done(title, place + 1),
      putBack: ({ title }) => texts.putBack(title),
    },
    startPointerDrag: ({ pointer, follow }) => startEdgeScroll({ view: view.current, pointer, onScroll: follow }),
    onDrag: (drag) => {
      const isElsewhere = drag !== null && drag.place !== null && drag.place !== drag.origin;
      setLiftedId(drag?.task.id ?? null);
      setLine(isElsewhere ? lineAt(view.current.board, othersOf(drag.task.id), drag.place ?? 0) : null);
    },
    onDrop: ({ id }, place) =>
      moveColumn(
        id,
        shown().filter((column) => column.id !== id),
        place,
      ),
  });

  const isLifted = liftedId !== null;
  useEffect(() => {
    const { board } = view.current;
    return isLifted && board ? stopSnapping(board) : undefined;
  }, [view, isLifted]);
  const lifted = columns.find(({ id }) => id === liftedId);
  return (
    <TaskDragContext
      drag={dragging}
      autoScroll={false}
      lifted={
        lifted && (
          <div className="card card-lifted flex h-10 w-56 items-center gap-2 px-3">
            <ColumnIcon status={lifted.status} color={lifted.color} />
            <span className="truncate text-sm font-medium">{lifted.name}</span>
          </div>
        )
      }
    >
      <PressedColumn view={view} idOf={(section) => columnOf(section)?.id ?? ''} />
      {line && (
        <span
          aria-hidden="true"
          className="pointer-events-none fixed z-20 w-0.5 rounded-full bg-accent forced-color-adjust-none"
          style={line}
        />
      )}
    </TaskDragContext>
  );
};
