import { FolderClosed, House, ListChecks, SquareKanban, type LucideIcon } from 'lucide-react';
import { appTexts } from '../texts/app';

export interface NavItem {
  to: string;
  label: string;
  /** Shown where the bar is narrow; places that then stand in the menu have theirs there. */
  icon?: LucideIcon;
}

/** The places of the app, in the order of the bar. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: appTexts.places.dashboard, icon: House },
  { to: '/projects', label: appTexts.places.projects, icon: FolderClosed },
  { to: '/tasks', label: appTexts.places.tasks, icon: ListChecks },
  { to: '/board', label: appTexts.places.board, icon: SquareKanban },
  { to: '/calendar', label: appTexts.places.calendar },
  { to: '/analytics', label: appTexts.places.analytics },
  { to: '/team', label: appTexts.places.team },
];

/** So many of them stand where the bar is narrow, as on a phone; the others are in a menu behind them. */
export const NARROW = 4;

/** A place is the current one on its own path and on every path below it. */
export const isCurrent = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
