import { lazy, type ComponentType } from 'react';
import type { ApolloClient } from '@apollo/client';
import { matchPath } from 'react-router-dom';
import { codeOf } from '../lib/codePart';
import { readAhead, type Question } from '../graphql/order';
import { MeDocument } from '../session/Me.generated';
import { TASK_PARAM } from '../tasks/taskUrl';

/** What an address says, and who reads it. */
interface Visit {
  id: string;
  search: URLSearchParams;
  me: string;
}

/** What a page asks for on a visit, in code of its own: small, so that it is here long before the page. */
type Asks = () => Promise<(visit: Visit) => readonly Question[]>;

interface Page {
  path: string;
  Component: ComponentType;
  /** Fetches the page's code ahead of its first visit. Never rejects. */
  preload: () => Promise<unknown>;
  asks?: Asks | undefined;
}

/** A page whose code is loaded when it is first visited. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  asks?: Asks,
): Page => {
  const fetchCode = codeOf(load, name);
  return {
    path,
    Component: lazy<ComponentType>(async () => ({ default: await fetchCode() })),
    // A failure shows when the page itself asks again.
    preload: () => load().catch(() => undefined),
    asks,
  };
};

const askDashboard: Asks = async () => {
  const { DashboardDocument } = await import('../dashboard/Dashboard.generated');
  return ({ me }) => [{ query: DashboardDocument, variables: { me } }];
};

const askBoard: Asks = async () => {
  const { boardQuery } = await import('../board/boardQuery');
  return ({ search }) => [boardQuery(search.get('project') ?? undefined)];
};

const askTasks: Asks = async () => {
  const [{ tasksQuery }, { readFilters }] = await Promise.all([
    import('../tasks/list/tasksQuery'),
    import('../tasks/list/taskFilters'),
  ]);
  return ({ search, me }) => [tasksQuery(readFilters(search), me)];
};

const askProject: Asks = async () => {
  const [{ ProjectDocument }, { boardQuery }] = await Promise.all([
    import('../projects/Project.generated'),
    import('../board/boardQuery'),
  ]);
  return ({ id }) => [{ query: ProjectDocument, variables: { id } }, boardQuery(id)];
};

/** A task that is open over whatever page. */
const askTask: Asks = async () => {
  const { TaskPanelDocument } = await import('../tasks/panel/TaskPanel.generated');
  return ({ search }) => [{ query: TaskPanelDocument, variables: { id: search.get(TASK_PARAM) } }];
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
  page('/dashboard', () => import('../dashboard/DashboardPage'), 'DashboardPage', askDashboard),
  page('/projects', () => import('../projects/ProjectsPage'), 'ProjectsPage'),
  page('/projects/:id', () => import('../board/ProjectPage'), 'ProjectPage', askProject),
  page('/projects/:id/list', () => import('../tasks/project/ProjectListPage'), 'ProjectListPage'),
  page('/projects/:id/activity', () => import('../comments/ProjectActivityPage'), 'ProjectActivityPage'),
  page('/projects/:id/members', () => import('../tasks/project/ProjectMembersPage'), 'ProjectMembersPage'),
  page('/tasks', () => import('../tasks/list/TasksPage'), 'TasksPage', askTasks),
  page('/board', () => import('../board/BoardPage'), 'BoardPage', askBoard),
  page('/profile', () => import('../settings/ProfilePage'), 'ProfilePage'),
  page('/settings', () => import('../settings/SettingsPage'), 'SettingsPage'),
];

/** The frame around the pages behind sign-in. */
export const FRAME = page('/', () => import('./Layout'), 'Layout');

/** In development, every component on one page. */
export const WORKSHOP: readonly Page[] = import.meta.env.DEV
  ? [page('/ui', () => import('../ui/gallery/Gallery'), 'Gallery')]
  : [];

/**
 * Asks what the page of an address will ask, as soon as it is known who asks: not before, so that the live feed, which begins
 * where `me` says that projects stand, misses nothing that happens after the page was read.
 */
const askAhead = async (client: ApolloClient, { pathname, search }: Location): Promise<void> => {
  const params = new URLSearchParams(search);
  const page = PAGES.find(({ path }) => matchPath(path, pathname));
  const asks = [page?.asks, params.has(TASK_PARAM) ? askTask : undefined].filter((ask) => ask !== undefined);
  const [{ data }, ...questions] = await Promise.all([
    client.query({ query: MeDocument }),
    ...asks.map((ask) => ask()),
  ]);
  if (!page || !data) return;
  const visit = { id: matchPath(page.path, pathname)?.params['id'] ?? '', search: params, me: data.me.id };
  for (const question of questions.flatMap((of) => of(visit))) readAhead(client, question);
};

/** Starts to fetch what an address will need while it is still being found out who is signed in. */
export const preloadFor = (client: ApolloClient, location: Location, isSignedIn: boolean): void => {
  const wanted = [...OPEN_PAGES, ...(isSignedIn ? [FRAME, ...PAGES] : DOORS)];
  for (const { path, preload } of wanted) if (path === FRAME.path || matchPath(path, location.pathname)) void preload();
  // A failure shows when the page itself asks.
  if (isSignedIn) askAhead(client, location).catch(() => undefined);
};

/** Fetches the code of a page that may be the next one; tells when it is here, or cannot be fetched. */
export const fetchPage = async (pathname: string): Promise<void> => {
  await PAGES.find(({ path }) => matchPath(path, pathname))?.preload();
};

/** Fetches the code of a page that is about to be opened. */
export const preloadPage = (pathname: string): void => void fetchPage(pathname);
