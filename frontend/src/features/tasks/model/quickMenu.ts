import type { TaskStatus } from '@contract/enums';

/** The menu of a task is asked for: where, and for which. */
interface QuickRequest {
  id: string;
  /** It opens beside this element, which has the focus afterwards if it can. */
  anchor: Element;
}

/** A way of a task to another place: into another column, or within its own. */
export interface PlaceAct {
  to: TaskStatus | 'top' | 'up' | 'down' | 'bottom';
  disabled?: boolean;
  run: () => void;
}

let listener: ((request: QuickRequest) => void) | null = null;
let waiting: QuickRequest | null = null;
let actsOf: ((id: string) => readonly PlaceAct[]) | null = null;

/** Opens the menu of a task, as soon as its code is here. */
export const openQuickMenu = (request: QuickRequest): void => {
  if (listener) listener(request);
  else waiting = request;
};

/** Whoever draws the menu hears of it when one is asked for; answers how to hear no more. */
export const onQuickMenu = (listen: (request: QuickRequest) => void): (() => void) => {
  listener = listen;
  if (waiting) listen(waiting);
  waiting = null;
  return () => {
    listener = null;
  };
};

/** A page on which tasks have places says what can be done there. */
export const publishPlaceActs = (acts: ((id: string) => readonly PlaceAct[]) | null): void => {
  actsOf = acts;
};

/** Where a task can be moved to on the page; nowhere where tasks have no places. */
export const placeActsOf = (id: string): readonly PlaceAct[] => actsOf?.(id) ?? [];
