import type { TaskStatus } from '@contract/enums';
import { createStore } from '../../../lib/store';

/** A request for the menu of a task: the anchor and the task. */
interface QuickRequest {
  id: string;
  /** The menu opens next to this element, which gets the focus afterwards if possible. */
  anchor: Element;
}

/** An action that moves a task to another place: into another column, or within its own. */
export interface MoveAction {
  to: { key: string; name: string; status: TaskStatus; color?: string | null } | 'top' | 'up' | 'down' | 'bottom';
  disabled?: boolean;
  run: () => void;
}

/** The requested menu, until it opens: its code may still be loading. */
export const quickMenuRequest = createStore<QuickRequest | null>(null);

export const openQuickMenu = quickMenuRequest.set;

/** Returns the places to which a task can be moved on the page; null on pages without places. */
export const moveActions = createStore<((id: string) => readonly MoveAction[]) | null>(null);
