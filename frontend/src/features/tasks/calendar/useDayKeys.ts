import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { addDays } from '../../../lib/dates/day';
import { KEYS } from '../../../lib/keyboard/keys';
import { isFreeForFocus } from '../../../lib/keyboard/scope';
import { weekStart } from '../../../lib/locale';
import { taskLinkOf } from '../model/taskUrl';
import { isOpenLayerAt } from '../../../lib/keyboard/layers';
import { addMonths, daysOf, periodOf } from './days';
import type { CalendarTask } from './useCalendarTasks';
import { readOnlyReason } from '../../projects/readOnly';

/** Moves the focus or, with Alt, a task by this number of days. */
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** Returns the day that a key moves to; null if there is none. */
export const dayAtKey = (day: string, key: string): string | null => {
  const by = ARROWS[key];
  if (by !== undefined) return addDays(day, by);
  const week = (): string[] => {
    const start = weekStart();
    return daysOf(periodOf('week', day, start), start);
  };
  switch (key) {
    case 'Home':
      return week().at(0) ?? null;
    case 'End':
      return week().at(-1) ?? null;
    case 'PageUp':
      return addMonths(day, -1);
    case 'PageDown':
      return addMonths(day, 1);
    default:
      return null;
  }
};

const stopOf = (day: string): HTMLElement | null => document.querySelector<HTMLElement>(`[data-day-stop="${day}"]`);

/** How long to wait for the element to focus: it is replaced when the server has answered. */
const FOCUS_TIMEOUT_MS = 2_000;
/** dnd-kit first returns the focus to its former element. */
const AFTER_LIBRARIES_MS = 50;

interface DayKeysOptions {
  days: readonly string[];
  today: string;
  /** While true, keys belong to the drag. */
  isDragging: boolean;
  taskOf: (id: string) => CalendarTask | undefined;
  /** Shows the days around a given day. */
  show: (day: string) => void;
  onMove: (task: CalendarTask, day: string) => void;
  onNewTask: (day: string) => void;
}

/** Returns the day in the Tab order, and handlers for the keys on days and on their tasks. */
export const useDayKeys = (options: DayKeysOptions) => {
  const { days, today, isDragging, taskOf, show, onMove, onNewTask } = options;
  const [chosen, setChosen] = useState('');
  const stop = days.includes(chosen)
    ? chosen
    : days.includes(today)
      ? today
      : (days.find((day) => day.endsWith('-01')) ?? days[0] ?? '');

  /** The task or the day to focus as soon as it is rendered. */
  const wanted = useRef<{ task?: string; day?: string; until: number } | null>(null);
  const settle = (): void => {
    const now = wanted.current;
    if (!now || Date.now() > now.until) return;
    const element = (now.task !== undefined && taskLinkOf(now.task)) || (now.day !== undefined && stopOf(now.day));
    if (!element || document.activeElement === element) return;
    element.focus({ preventScroll: true });
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  };
  useEffect(() => {
    if (document.activeElement === document.body) settle();
  });
  const want = (what: { task?: string; day?: string }): void => {
    wanted.current = { ...what, until: Date.now() + FOCUS_TIMEOUT_MS };
  };
  const focusLater = (task: string, day?: string): void => {
    want({ task, ...(day !== undefined && { day }) });
    const before = document.activeElement;
    setTimeout(() => {
      // If the person has opened a menu meanwhile, the focus stays there.
      if (document.activeElement === before || !isOpenLayerAt(document.activeElement)) settle();
    }, AFTER_LIBRARIES_MS);
  };

  const goTo = (day: string): void => {
    want({ day });
    flushSync(() => setChosen(day));
    if (days.includes(day)) settle();
    else {
      // The days are replaced, so the focus moves when the new one is rendered.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      show(day);
    }
  };

  /** Moves among the tasks of one place, and beyond the first one to the day. */
  const goFromTask = (link: HTMLElement, place: HTMLElement, key: string): boolean => {
    const links = [...place.querySelectorAll<HTMLElement>('[data-task-link]')];
    const at = links.indexOf(link);
    const next = key === 'ArrowDown' ? links[at + 1] : key === 'ArrowUp' ? links[at - 1] : undefined;
    if (next) next.focus();
    else if (key === 'ArrowUp' || key === 'Escape') stopOf(place.dataset.day ?? '')?.focus();
    return (
      next !== undefined ||
      key === 'ArrowUp' ||
      key === 'ArrowDown' ||
      (key === 'Escape' && place.dataset.day !== undefined)
    );
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const { target, key } = event;
    if (isDragging || event.defaultPrevented || event.ctrlKey || event.metaKey || !(target instanceof HTMLElement))
      return;
    const cell = target.closest<HTMLElement>('[data-day]');
    const link = target.closest<HTMLElement>('[data-task-link]');
    const day = cell?.dataset.day;
    const by = ARROWS[key];
    const take = (work: () => void): void => {
      event.preventDefault();
      event.stopPropagation();
      work();
    };
    if (event.altKey) {
      const task = link && taskOf(link.dataset.taskLink ?? '');
      if (!task || by === undefined || readOnlyReason(task.project) !== null) return;
      const to = day === undefined ? today : addDays(day, by);
      take(() => {
        onMove(task, to);
        if (!days.includes(to)) show(to);
        focusLater(task.id, to);
      });
      return;
    }
    if (event.shiftKey || !isFreeForFocus(event)) return;
    const place = target.closest<HTMLElement>('[data-drop]');
    if (link && place && goFromTask(link, place, key)) take(() => undefined);
    if (day === undefined || event.isPropagationStopped()) return;
    // With Caps Lock, it is a capital.
    const letter = key.toLowerCase();
    if (letter === KEYS.newHere || letter === KEYS.newTask) {
      take(() => onNewTask(day));
    } else if (link) {
      if (key === 'ArrowLeft' || key === 'ArrowRight') take(() => goTo(addDays(day, by ?? 0)));
    } else if (target === stopOf(day)) {
      const next = dayAtKey(day, key);
      if (next !== null) take(() => goTo(next));
    }
  };

  const onFocus = (target: EventTarget): void => {
    const day = target instanceof HTMLElement ? target.closest<HTMLElement>('[data-day]')?.dataset.day : undefined;
    if (day !== undefined && day !== chosen) setChosen(day);
  };

  return { stop, onKeyDown, onFocus, focusLater, goTo };
};
