import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { KEYS } from '../../../lib/keyboard/keys';
import { isFreeForFocus } from '../../../lib/keyboard/scope';
import { SelectionBar } from '../list/SelectionBar';
import { readTask } from '../model/readTask';
import { TaskPicker, type OpenPicker, type PickerField } from '../pickers/TaskPicker';
import { useTaskSelection } from '../selection/useTaskSelection';
import type { BoardView } from './boardView';
import { cardAtKey } from './cardKeys';
import type { BoardColumnData } from './useBoard';
import { isComposingKey } from '../../../lib/keyboard/typing';

export interface BoardSelectionProps {
  view: RefObject<BoardView>;
  columns: readonly BoardColumnData[];
  /** A card is lifted, so Escape returns it and keeps the selection. */
  isDragging: boolean;
  focusCard: (id: string) => void;
}

const NO_FILTER = {};

const cardAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element && target.closest('article')
    ? target.closest<HTMLElement>('[data-card]')?.dataset.card
    : undefined;

/**
 * Selects cards by X, by Shift with a step, by Ctrl or Shift with a click, and in a card's menu. On touch screens, a
 * tap selects while something is selected. The bar offers the same actions as in lists.
 */
export const BoardSelection = ({ view, columns, isDragging, focusCard }: BoardSelectionProps) => {
  const { cache } = useApolloClient();
  const tasks = columns.flatMap((column) => column.tasks);
  const selection = useTaskSelection({
    tasks,
    filter: NO_FILTER,
    count: tasks.length,
    hasMore: false,
    isPaused: isDragging,
  });
  const { choose } = selection;
  const [picking, setPicking] = useState<OpenPicker | null>(null);
  const pick = (field: PickerField, anchor: Element): void => {
    const tasksNow = selection.chosen.flatMap(({ id }) => readTask(cache, id) ?? []);
    setPicking((now) => (now?.field === field ? null : { field, anchor, tasks: tasksNow }));
  };

  const onClick = useEffectEvent((event: MouseEvent) => {
    const { target, ctrlKey, metaKey, shiftKey } = event;
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    const id = cardAt(target);
    if (id === undefined || !(ctrlKey || metaKey || shiftKey || (isTouch && selection.count > 0))) return;
    // Keeps the link from opening the task or a new tab.
    event.preventDefault();
    event.stopPropagation();
    choose(id, shiftKey);
  });

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const id = target instanceof HTMLElement ? target.dataset.taskLink : undefined;
    if (
      id === undefined ||
      isDragging ||
      ctrlKey ||
      metaKey ||
      altKey ||
      isComposingKey(event) ||
      !isFreeForFocus(event)
    )
      return;
    if (key.toLowerCase() === KEYS.select) choose(id, shiftKey);
    else if (shiftKey) {
      const next = cardAtKey(view.current, columns, id, key);
      if (next === undefined) return;
      if (next !== null) {
        // The range begins at the focused card.
        if (!selection.has(id)) choose(id, false);
        choose(next, true);
        focusCard(next);
      }
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  useEffect(() => {
    const { board } = view.current;
    // Handled before the card's link opens the task.
    board?.addEventListener('click', onClick, { capture: true });
    board?.addEventListener('keydown', onKeyDown);
    return () => {
      board?.removeEventListener('click', onClick, { capture: true });
      board?.removeEventListener('keydown', onKeyDown);
    };
  }, [view]);

  return (
    <>
      {selection.count > 0 && (
        <SelectionBar
          className="relative bottom-4"
          selection={selection}
          picking={picking?.field ?? null}
          onPick={pick}
        />
      )}
      {picking && <TaskPicker {...picking} onClose={() => setPicking(null)} />}
    </>
  );
};
