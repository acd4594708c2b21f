import type { TaskStatus } from '@contract/enums';
import { createStore } from '../../../lib/store';

/** A request for the menu of a task: the place, and the task. */
interface QuickRequest {
  id: string;
  /** It opens next to this element, which gets the focus afterwards if it can. */
  anchor: Element;
}

/** A way of a task to another place: into another column, or within its own. */
export interface PlaceAct {
  to: { key: string; name: string; status: TaskStatus; color?: string | null } | 'top' | 'up' | 'down' | 'bottom';
  disabled?: boolean;
  run: () => void;
}

/** The requested menu, until it opens: its code may still be loading. */
export const quickMenuRequest = createStore<QuickRequest | null>(null);

/** Opens the menu of a task. */
export const openQuickMenu = quickMenuRequest.set;

/** The places on the page that a task can be moved to; null on pages where tasks have no places. */
export const placeActions = createStore<((id: string) => readonly PlaceAct[]) | null>(null);
