import { lazy, type ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { codeOf } from '../lib/codePart';

interface Page {
  path: string;
  Component: ComponentType;
  /** Fetches the page's code ahead of its first visit. Never rejects. */
  preload: () => Promise<unknown>;
}

/** A page whose code is loaded when it is first visited. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Page => {
  const fetchCode = codeOf(load, name);
  return {
    path,
    Component: lazy<ComponentType>(async () => ({ default: await fetchCode() })),
    // A failure shows when the page itself asks again.
    preload: () => load().catch(() => undefined),
  };
};

/** Pages for visitors. */
export const DOORS: readonly Page[] = [
  page('/login', () => import('../session/LoginPage'), 'LoginPage'),
  page('/register', () => import('../session/RegisterPage'), 'RegisterPage'),
];

/** Pages for everybody: a mail with a link may be opened where somebody is signed in. */
export const OPEN_PAGES: readonly Page[] = [
  page('/forgot-password', () => import('../session/ForgotPasswordPage'), 'ForgotPasswordPage'),
  page('/reset-password', () => import('../session/ResetPasswordPage'), 'ResetPasswordPage'),
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
  page('/board', () => import('../board/BoardPage'), 'BoardPage'),
  page('/profile', () => import('../settings/ProfilePage'), 'ProfilePage'),
  page('/settings', () => import('../settings/SettingsPage'), 'SettingsPage'),
];

/** The frame around the pages behind sign-in. */
export const FRAME = page('/', () => import('./Layout'), 'Layout');

/** In development, every component on one page. */
export const WORKSHOP: readonly Page[] = import.meta.env.DEV
  ? [page('/ui', () => import('../ui/gallery/Gallery'), 'Gallery')]
  : [];

/** Starts to fetch what an address will need while it is still being found out who is signed in. */
export const preloadFor = (pathname: string, isSignedIn: boolean): void => {
  const wanted = [...OPEN_PAGES, ...(isSignedIn ? [FRAME, ...PAGES] : DOORS)];
  for (const { path, preload } of wanted) if (path === FRAME.path || matchPath(path, pathname)) void preload();
};

/** Fetches the code of a page that may be the next one; tells when it is here, or cannot be fetched. */
export const fetchPage = async (pathname: string): Promise<void> => {
  await PAGES.find(({ path }) => matchPath(path, pathname))?.preload();
};

/** Fetches the code of a page that is about to be opened. */
export const preloadPage = (pathname: string): void => void fetchPage(pathname);
