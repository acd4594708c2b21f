import { CalendarDays, FolderClosed, House, ListChecks, SquareKanban, type LucideIcon } from 'lucide-react';
import { appTexts } from '../texts/app';

interface NavItem {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The places of the app, in the order of the bar. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: appTexts.places.dashboard, icon: House },
  { to: '/projects', label: appTexts.places.projects, icon: FolderClosed },
  { to: '/tasks', label: appTexts.places.tasks, icon: ListChecks },
  { to: '/board', label: appTexts.places.board, icon: SquareKanban },
  { to: '/calendar', label: appTexts.places.calendar, icon: CalendarDays },
];

/** A place is the current one on its own path and on every path below it. */
export const isCurrent = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
