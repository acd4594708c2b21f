import { useEffect, useEffectEvent } from 'react';
import { quickMenuRequest } from '../tasks/model/quickMenu';
import { selectedTasks } from '../tasks/selection/selectedTasks';
import { useCommandState } from './CommandProvider';
import { taskIdOf } from '../tasks/model/taskElements';
import { TASK } from '../tasks/model/taskUrl';
import { isDialogOpenBeside } from '../../lib/keyboard/layers';
import { isTyping } from '../../lib/keyboard/typing';

/** How long a finger must rest on a row, and how far it may move, to open the menu. */
const HOLD_MS = 500;
const HOLD_PX = 10;
/**
 * On the board and on the calendar's days, holding a finger on a task lifts it. There a button, or the day's list,
 * opens the menu.
 */
const DRAGGABLE = '[data-card], [data-chip]';

/** Creates an element at the position where a pointer requested a menu, to anchor it to. */
const pointAt = (x: number, y: number): Element => {
  const point = document.querySelector('[data-menu-point]') ?? document.createElement('span');
  point.setAttribute('data-menu-point', '');
  if (point instanceof HTMLElement) {
    Object.assign(point.style, { position: 'fixed', left: `${x}px`, top: `${y}px`, width: '0', height: '0' });
  }
  document.body.append(point);
  return point;
};

const taskAt = (place: EventTarget | null): HTMLElement | null =>
  place instanceof Element
    ? (place.closest<HTMLElement>(TASK) ?? place.closest('[data-card]')?.querySelector(TASK) ?? null)
    : null;

/** Opens the menu of a task by its button, by a right-click, by the context-menu key, and by a long touch. */
export const useQuickMenu = (): void => {
  const { show } = useCommandState();

  const open = useEffectEvent((id: string, anchor: Element) => {
    const selected = selectedTasks.get();
    const target = selected.ids.includes(id) ? selected : { ids: [id], all: null };
    show({ what: 'quick', target: { ...target, element: anchor, isOpen: false }, id, asked: performance.now() });
  });
  const openAt = useEffectEvent((row: HTMLElement, x: number, y: number) => {
    const id = taskIdOf(row);
    if (id === undefined) return false;
    const { left, right, top, bottom } = row.getBoundingClientRect();
    const isIn = x >= left && x <= right && y >= top && y <= bottom;
    open(id, pointAt(isIn ? x : left + 24, isIn ? y : bottom));
    return true;
  });

  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from: { x: number; y: number } | null = null;
    const giveUp = (): void => {
      clearTimeout(timer);
      from = null;
    };
    /** Suppresses the click when the finger that opened a menu is lifted. */
    const holdBack = (): void => {
      const stop = new AbortController();
      const prevent = (event: Event): void => {
        if (event.cancelable) event.preventDefault();
        // Also prevents a press outside of the menu, which would close it.
        event.stopImmediatePropagation();
        if (event.type === 'touchend' || event.type === 'touchcancel') setTimeout(() => stop.abort(), 50);
      };
      for (const end of ['pointerup', 'touchend', 'touchcancel', 'mousedown', 'mouseup', 'click']) {
        addEventListener(end, prevent, { capture: true, passive: false, signal: stop.signal });
      }
      // The next press counts.
      addEventListener('pointerdown', () => stop.abort(), { capture: true, signal: stop.signal });
    };

    const onContextMenu = (event: MouseEvent): void => {
      const row = taskAt(event.target);
      const isTouch = (event as PointerEvent).pointerType === 'touch';
      // With Shift, or on selected text, the browser's own menu opens.
      const isMarked = getSelection()?.isCollapsed === false;
      if (!row || event.defaultPrevented || isDialogOpenBeside(row) || (event.button === 2 && event.shiftKey)) return;
      if (isMarked && !isTouch) return;
      event.preventDefault();
      // A finger has its own delay, see below.
      if (!isTouch) openAt(row, event.clientX, event.clientY);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      const isAsked = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
      const row = taskAt(document.activeElement);
      if (!isAsked || !row || event.defaultPrevented || isTyping(event) || isDialogOpenBeside(row)) return;
      if (openAt(row, -1, -1)) event.preventDefault();
    };
    const onPointerDown = (event: PointerEvent): void => {
      giveUp();
      const row = taskAt(event.target);
      if (event.pointerType !== 'touch' || !event.isPrimary || !row || row.closest(DRAGGABLE)) return;
      if (isDialogOpenBeside(row)) return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        const at = from;
        giveUp();
        if (at && row.isConnected && openAt(row, at.x, at.y)) holdBack();
      }, HOLD_MS);
    };
    const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > HOLD_PX) giveUp();
    };
    addEventListener('contextmenu', onContextMenu, { signal });
    addEventListener('keydown', onKeyDown, { signal });
    addEventListener('pointerdown', onPointerDown, { signal, capture: true });
    addEventListener('pointermove', onPointerMove, { signal, passive: true });
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, giveUp, { signal });
    const takeRequest = (): void => {
      const request = quickMenuRequest.get();
      if (!request) return;
      quickMenuRequest.set(null);
      open(request.id, request.anchor);
    };
    takeRequest();
    const stop = quickMenuRequest.subscribe(takeRequest);
    return () => {
      giveUp();
      stop();
      ended.abort();
    };
  }, []);
};
