import type { ComponentType, ReactNode } from 'react';
import { matchPath } from 'react-router-dom';
import { lazyComponent, type LazyComponent } from '../ui/lazyComponent';
import { ErrorPage } from './ErrorBoundary';

interface Page {
  path: string;
  Component: LazyComponent<object>;
}

/** A page whose code is loaded when it is first visited. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page => ({ path, Component: lazyComponent(load, name, { Failed: ErrorPage }) });

/** Pages for visitors. */
export const DOORS: readonly Page[] = [
  page('/login', () => import('../pages/LoginPage'), 'LoginPage'),
  page('/register', () => import('../pages/RegisterPage'), 'RegisterPage'),
];

/** Pages for everybody: a mail with a link may be opened where somebody is signed in. */
export const OPEN_PAGES: readonly Page[] = [
  page('/forgot-password', () => import('../pages/ForgotPasswordPage'), 'ForgotPasswordPage'),
  page('/reset-password', () => import('../pages/ResetPasswordPage'), 'ResetPasswordPage'),
  page('/invitation', () => import('../pages/InvitationPage'), 'InvitationPage'),
  page('/revert-email', () => import('../pages/RevertEmailPage'), 'RevertEmailPage'),
  page('/goodbye', () => import('../features/account/session/GoodbyePage'), 'FarewellPage'),
];

/** Pages behind sign-in. */
export const PAGES: readonly Page[] = [
  page('/dashboard', () => import('../pages/DashboardPage'), 'DashboardPage'),
  page('/projects', () => import('../pages/ProjectsPage'), 'ProjectsPage'),
  page('/projects/:id', () => import('../pages/ProjectPage'), 'ProjectPage'),
  page('/projects/:id/list', () => import('../pages/ProjectListPage'), 'ProjectListPage'),
  page('/projects/:id/activity', () => import('../pages/ProjectActivityPage'), 'ProjectActivityPage'),
  page('/projects/:id/members', () => import('../pages/ProjectMembersPage'), 'ProjectMembersPage'),
  page('/tasks', () => import('../pages/TasksPage'), 'TasksPage'),
  page('/views/:id', () => import('../pages/ViewPage'), 'ViewPage'),
  page('/trash', () => import('../pages/TrashPage'), 'TrashPage'),
  page('/board', () => import('../pages/BoardPage'), 'BoardPage'),
  page('/calendar', () => import('../pages/CalendarPage'), 'CalendarPage'),
  page('/analytics', () => import('../pages/AnalyticsPage'), 'AnalyticsPage'),
  page('/team', () => import('../pages/TeamPage'), 'TeamPage'),
  page('/team/:id', () => import('../pages/PersonPage'), 'PersonPage'),
  page('/activity', () => import('../pages/ActivityPage'), 'ActivityPage'),
  page('/profile', () => import('../pages/ProfilePage'), 'ProfilePage'),
  page('/settings', () => import('../pages/SettingsPage'), 'SettingsPage'),
];

/** What the pages behind sign-in stand in: the data and who is signed in, and the frame. */
export const SignedIn = lazyComponent<'SignedIn', { children: ReactNode }>(() => import('./SignedIn'), 'SignedIn', {
  Failed: ErrorPage,
});
export const Frame = lazyComponent<'Layout', object>(() => import('./SignedIn'), 'Layout', { Failed: ErrorPage });

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
