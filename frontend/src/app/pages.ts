import type { ComponentType, ReactNode } from 'react';
import { matchPath } from 'react-router-dom';
import { later, type Later } from '../ui/later';
import { ErrorPage } from './ErrorBoundary';

interface Page {
  path: string;
  Component: Later<object>;
}

/** A page whose code is loaded when it is first visited. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page => ({ path, Component: later(load, name, { Failed: ErrorPage }) });

/** Pages for visitors. */
export const DOORS: readonly Page[] = [
  page('/login', () => import('../session/LoginPage'), 'LoginPage'),
  page('/register', () => import('../session/RegisterPage'), 'RegisterPage'),
];

/** Pages for everybody: a mail with a link may be opened where somebody is signed in. */
export const OPEN_PAGES: readonly Page[] = [
  page('/forgot-password', () => import('../session/ForgotPasswordPage'), 'ForgotPasswordPage'),
  page('/reset-password', () => import('../session/ResetPasswordPage'), 'ResetPasswordPage'),
  page('/invitation', () => import('../session/InvitationPage'), 'InvitationPage'),
  page('/revert-email', () => import('../session/RevertEmailPage'), 'RevertEmailPage'),
  page('/goodbye', () => import('../session/FarewellPage'), 'FarewellPage'),
];

/** Pages behind sign-in. */
export const PAGES: readonly Page[] = [
  page('/dashboard', () => import('../dashboard/DashboardPage'), 'DashboardPage'),
  page('/projects', () => import('../projects/ProjectsPage'), 'ProjectsPage'),
  page('/projects/:id', () => import('../board/ProjectPage'), 'ProjectPage'),
  page('/projects/:id/list', () => import('../tasks/project/ProjectListPage'), 'ProjectListPage'),
  page('/projects/:id/activity', () => import('../comments/ProjectActivityPage'), 'ProjectActivityPage'),
  page('/projects/:id/members', () => import('../tasks/project/ProjectMembersPage'), 'ProjectMembersPage'),
  page('/tasks', () => import('../tasks/list/TasksPage'), 'TasksPage'),
  page('/views/:id', () => import('../tasks/views/ViewPage'), 'ViewPage'),
  page('/trash', () => import('../tasks/trash/TrashPage'), 'TrashPage'),
  page('/board', () => import('../board/BoardPage'), 'BoardPage'),
  page('/calendar', () => import('../calendar/CalendarPage'), 'CalendarPage'),
  page('/analytics', () => import('../analytics/AnalyticsPage'), 'AnalyticsPage'),
  page('/team', () => import('../analytics/TeamPage'), 'TeamPage'),
  page('/team/:id', () => import('../analytics/PersonPage'), 'PersonPage'),
  page('/activity', () => import('../analytics/ActivityPage'), 'ActivityPage'),
  page('/profile', () => import('../settings/ProfilePage'), 'ProfilePage'),
  page('/settings', () => import('../settings/SettingsPage'), 'SettingsPage'),
];

/** What the pages behind sign-in stand in: the data and who is signed in, and the frame. */
export const SignedIn = later<'SignedIn', { children: ReactNode }>(() => import('./SignedIn'), 'SignedIn', {
  Failed: ErrorPage,
});
export const Frame = later<'Layout', object>(() => import('./SignedIn'), 'Layout', { Failed: ErrorPage });

/** In development, every component on one page. */
export const WORKSHOP: readonly Page[] = import.meta.env.DEV
  ? [page('/ui', () => import('../ui/gallery/Gallery'), 'Gallery')]
  : [];

const loadMatching = async (pages: readonly Page[], pathname: string): Promise<unknown> =>
  pages.find(({ path }) => matchPath(path, pathname))?.Component.load();

/** Starts to fetch what an address will need while it is still being found out who is signed in. */
export const preloadFor = (pathname: string, isSignedIn: boolean): void => {
  if (isSignedIn) for (const { load } of [SignedIn, Frame]) void load();
  void loadMatching([...OPEN_PAGES, ...(isSignedIn ? PAGES : DOORS)], pathname);
};

/** Fetches the code of a page that may be the next one; answers what went wrong, if anything did. */
export const fetchPage = (pathname: string): Promise<unknown> => loadMatching(PAGES, pathname);

/** Fetches the code of a page that is about to be opened. */
export const preloadPage = (pathname: string): void => void fetchPage(pathname);
