import type { TaskStatus } from '@contract/enums';
import { createStore } from '../../../lib/store';

/** The menu of a task is asked for: where, and for which. */
interface QuickRequest {
  id: string;
  /** It opens beside this element, which has the focus afterwards if it can. */
  anchor: Element;
}

/** A way of a task to another place: into another column, or within its own. */
export interface PlaceAct {
  to: { key: string; name: string; status: TaskStatus; color?: string | null } | 'top' | 'up' | 'down' | 'bottom';
  disabled?: boolean;
  run: () => void;
}

/** The menu that was asked for and is not open yet: its code may still be loading. */
export const quickMenuRequest = createStore<QuickRequest | null>(null);

/** Opens the menu of a task. */
export const openQuickMenu = quickMenuRequest.set;

/** Where a task can be moved to on the page that is shown; null on pages where tasks have no places. */
export const placeActions = createStore<((id: string) => readonly PlaceAct[]) | null>(null);
