import { useEffect, useEffectEvent, useState } from 'react';
import { publishSelection } from './selectedTasks';
import { allOrNone, coverage, extended, NO_SELECTION, toggled } from './selection';

const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const TYPING = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

const isLayerOpen = (): boolean =>
  [...document.querySelectorAll(LAYER)].some((layer) => layer.getClientRects().length > 0);

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof Element && target.closest(TYPING) !== null;

/** Choosing tasks of a list. What is chosen and not in the list (any more) does not count. */
export const useTaskSelection = <Task extends { id: string }>(tasks: readonly Task[]) => {
  const [selection, setSelection] = useState(NO_SELECTION);
  const order = tasks.map(({ id }) => id);
  const chosen = selection.ids.size === 0 ? [] : tasks.filter(({ id }) => selection.ids.has(id));
  const clear = (): void => setSelection(NO_SELECTION);
  const toggleAll = (): void => setSelection((now) => allOrNone(now, order));

  const published = chosen.map(({ id }) => id).join(' ');
  useEffect(() => {
    publishSelection(published === '' ? [] : published.split(' '));
  }, [published]);
  useEffect(() => () => publishSelection([]), []);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.altKey || isLayerOpen() || isTyping(event)) return;
    if (event.key === 'Escape' && chosen.length > 0) clear();
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && tasks.length > 0) {
      setSelection((now) => ({ ...now, ids: new Set(order) }));
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    // Before a popup closes on the same key: one press of Escape does one thing.
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, []);

  return {
    chosen,
    has: (id: string): boolean => selection.ids.has(id),
    covers: chosen.length === 0 ? ('none' as const) : coverage(selection, order),
    /** Chooses a task or lets it go; a range of them from the last one, when `isRange`. */
    choose: (id: string, isRange: boolean): void =>
      setSelection((now) => (isRange ? extended(now, id, order) : toggled(now, id))),
    toggleAll,
    clear,
  };
};

/** How tasks of a list are chosen. */
export type TaskSelection<Task extends { id: string }> = ReturnType<typeof useTaskSelection<Task>>;
