import { FolderClosed, House, ListChecks, SquareKanban, type LucideIcon } from 'lucide-react';

interface NavItem {
  to: string;
  label: string;
  icon: LucideIcon;
}

/** The places of the app, in the order of the bar. */
export const NAV_ITEMS: readonly NavItem[] = [
  { to: '/dashboard', label: 'Dashboard', icon: House },
  { to: '/projects', label: 'Projects', icon: FolderClosed },
  { to: '/tasks', label: 'Tasks', icon: ListChecks },
  { to: '/board', label: 'Board', icon: SquareKanban },
];

/** A place is the current one on its own path and on every path below it. */
export const isCurrent = (to: string, pathname: string): boolean => pathname === to || pathname.startsWith(`${to}/`);
