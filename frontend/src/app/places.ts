import type { ComponentType } from 'react';
import {
  CalendarDays,
  ChartColumn,
  ChartGantt,
  CircleUserRound,
  FolderClosed,
  History as HistoryIcon,
  House,
  ListChecks,
  Settings,
  SquareKanban,
  Trash2,
  Upload,
  UsersRound,
  type LucideIcon,
} from 'lucide-react';
import { matchPath } from 'react-router-dom';
import { STATUS_BOARD } from '../features/tasks/board/boardQuery';
import { readBoardFilter } from '../features/tasks/board/useBoardFilter';
import type { WordSet } from '../lib/words';
import type { PrefetchRequest } from '../sync/client/requestTracking';
import { placesTexts as texts } from '../texts/places';
import { page, type Page } from './page';

/** An address, and the person who opens it. */
export interface Visit {
  id: string;
  search: URLSearchParams;
  me: string;
}

/** Returns the queries that a visit sends first. */
export type FirstQueries = (visit: Visit) => readonly PrefetchRequest[] | Promise<readonly PrefetchRequest[]>;

/** How people get to a page, besides its address. Every link is a command, too. */
interface PlaceLink {
  label: string;
  icon: LucideIcon;
  /** In the format of tinykeys: 'g d' is one key after the other. */
  keys?: string;
  /** 'bar' is always visible; 'more' moves into a menu where the bar is narrow. */
  shownIn?: 'bar' | 'more' | 'account';
  /** Only administrators see the link and the command. */
  isForAdmins?: true;
}

interface PlaceOptions {
  link?: PlaceLink;
  /** The page renders `TaskPanelRoute`, so that a task opens over it; from other pages, tasks open over /tasks. */
  opensTasks?: true;
  /** The texts that the page needs before it is shown; by default all that pages behind sign-in may need. */
  words?: readonly WordSet[];
  /** Sent before the page's own code has loaded. */
  loadFirstQueries?: () => FirstQueries | Promise<FirstQueries>;
}

/** A page behind sign-in. */
export interface Place extends Page, PlaceOptions {}

const place = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  options: PlaceOptions = {},
): Place => ({ ...page(path, load, name, options.words), ...options });

/** All pages behind sign-in. Links are shown in this order; frontend/e2e/screens.ts opens all of them. */
export const PLACES: readonly Place[] = [
  place('/dashboard', () => import('../pages/DashboardPage'), 'DashboardPage', {
    link: { ...texts.dashboard, icon: House, keys: 'g d', shownIn: 'bar' },
    opensTasks: true,
    words: ['home', 'pages'],
    loadFirstQueries: async () => {
      const { dashboardQuery } = await import('../features/analytics/dashboard/dashboardQuery');
      return ({ me }) => [dashboardQuery(me)];
    },
  }),
  place('/projects', () => import('../pages/ProjectsPage'), 'ProjectsPage', {
    link: { ...texts.projects, icon: FolderClosed, keys: 'g p', shownIn: 'bar' },
  }),
  place('/projects/:id', () => import('../pages/ProjectPage'), 'ProjectPage', {
    opensTasks: true,
    loadFirstQueries: async () => (await import('../features/tasks/board/columnBoard')).firstQueriesOfProject,
  }),
  place('/projects/:id/list', () => import('../pages/ProjectListPage'), 'ProjectListPage', { opensTasks: true }),
  place('/projects/:id/activity', () => import('../pages/ProjectActivityPage'), 'ProjectActivityPage', {
    opensTasks: true,
  }),
  place('/projects/:id/members', () => import('../pages/ProjectMembersPage'), 'ProjectMembersPage', {
    opensTasks: true,
  }),
  place('/tasks', () => import('../pages/TasksPage'), 'TasksPage', {
    link: { ...texts.tasks, icon: ListChecks, keys: 'g t', shownIn: 'bar' },
    opensTasks: true,
    words: ['home', 'pages'],
    loadFirstQueries: async () => {
      const [{ tasksQuery }, { readFilters }] = await Promise.all([
        import('../features/tasks/list/tasksQuery'),
        import('../features/tasks/filters/taskFilters'),
      ]);
      return ({ search, me }) => [tasksQuery(readFilters(search), me)];
    },
  }),
  place('/tasks/:id', () => import('../pages/TaskKeyPage'), 'TaskKeyPage'),
  place('/views/:id', () => import('../pages/ViewPage'), 'ViewPage'),
  place('/board', () => import('../pages/BoardPage'), 'BoardPage', {
    link: { ...texts.board, icon: SquareKanban, keys: 'g b', shownIn: 'bar' },
    opensTasks: true,
    words: ['home'],
    loadFirstQueries:
      () =>
      async ({ search, me }) =>
        STATUS_BOARD.makeRequest(await readBoardFilter(search, me)).queries,
  }),
  place('/calendar', () => import('../pages/CalendarPage'), 'CalendarPage', {
    link: { ...texts.calendar, icon: CalendarDays, keys: 'g c', shownIn: 'more' },
    opensTasks: true,
  }),
  place('/timeline', () => import('../pages/TimelinePage'), 'TimelinePage', {
    link: { ...texts.timeline, icon: ChartGantt, keys: 'g l', shownIn: 'more' },
    opensTasks: true,
  }),
  place('/analytics', () => import('../pages/AnalyticsPage'), 'AnalyticsPage', {
    link: { ...texts.analytics, icon: ChartColumn, keys: 'g a', shownIn: 'more' },
  }),
  place('/team', () => import('../pages/TeamPage'), 'TeamPage', {
    link: { ...texts.team, icon: UsersRound, keys: 'g m', shownIn: 'more' },
  }),
  place('/team/:id', () => import('../pages/PersonPage'), 'PersonPage', { opensTasks: true }),
  place('/activity', () => import('../pages/ActivityPage'), 'ActivityPage', {
    link: { ...texts.activity, icon: HistoryIcon, keys: 'g y' },
    opensTasks: true,
  }),
  place('/profile', () => import('../pages/ProfilePage'), 'ProfilePage', {
    link: { ...texts.profile, icon: CircleUserRound, shownIn: 'account' },
  }),
  place('/settings', () => import('../pages/SettingsPage'), 'SettingsPage', {
    link: { ...texts.settings, icon: Settings, shownIn: 'account' },
  }),
  place('/import', () => import('../pages/ImportPage'), 'ImportPage', {
    link: { ...texts.import, icon: Upload },
  }),
  place('/import/:id', () => import('../pages/ImportRunPage'), 'ImportRunPage'),
  place('/trash', () => import('../pages/TrashPage'), 'TrashPage', {
    link: { ...texts.trash, icon: Trash2, shownIn: 'account' },
  }),
  place('/admin', () => import('../pages/AdminPage'), 'AdminPage', {
    link: { ...texts.admin, icon: UsersRound, shownIn: 'account', isForAdmins: true },
  }),
  place('/admin/:id', () => import('../pages/AdminPage'), 'AdminPage'),
];

export type PlaceEntry = PlaceLink & { path: string };

/** Returns the links to show in these parts of the navigation. */
export const linksIn = (...parts: PlaceLink['shownIn'][]): readonly PlaceEntry[] =>
  PLACES.flatMap(({ path, link }) => (link && parts.includes(link.shownIn) ? { path, ...link } : []));

/** Returns the place of an address, and the id in the address. */
export const placeAt = (pathname: string): { place: Place; id: string } | undefined => {
  for (const place of PLACES) {
    const match = matchPath(place.path, pathname);
    if (match) return { place, id: match.params['id'] ?? '' };
  }
  return undefined;
};

export const importOfPage = (pathname: string) => placeAt(pathname)?.place.Component.importCode;

/** Fetches the code of a page; returns the error, if there is one. */
export const fetchPage = async (pathname: string): Promise<unknown> => placeAt(pathname)?.place.Component.load();

/** Fetches the code of a page that is about to be opened. */
export const preloadPage = (pathname: string): void => void fetchPage(pathname);
