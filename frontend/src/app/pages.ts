import type { ComponentType, ReactNode } from 'react';
import { matchPath } from 'react-router-dom';
import type { Question } from '../graphql/order';
import { TASK_PARAM } from '../tasks/taskUrl';
import { later, type Later } from '../ui/later';
import { ErrorPage } from './ErrorBoundary';

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
  Component: Later<object>;
  asks?: Asks | undefined;
}

/** A page whose code is loaded when it is first visited. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  asks?: Asks,
): Page => ({ path, Component: later(load, name, { Failed: ErrorPage }), asks });

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
  page('/invitation', () => import('../session/InvitationPage'), 'InvitationPage'),
  page('/revert-email', () => import('../session/RevertEmailPage'), 'RevertEmailPage'),
  page('/goodbye', () => import('../session/FarewellPage'), 'FarewellPage'),
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

/** What the pages behind sign-in stand in: the data and who is signed in, and the frame. */
export const SignedIn = later<'SignedIn', { children: ReactNode }>(() => import('./SignedIn'), 'SignedIn', {
  Failed: ErrorPage,
});
export const Frame = later(() => import('./Layout'), 'Layout', { Failed: ErrorPage });

/** In development, every component on one page. */
export const WORKSHOP: readonly Page[] = import.meta.env.DEV
  ? [page('/ui', () => import('../ui/gallery/Gallery'), 'Gallery')]
  : [];

const loadMatching = async (pages: readonly Page[], pathname: string): Promise<void> => {
  await pages.find(({ path }) => matchPath(path, pathname))?.Component.load();
};

/** What the page of an address asks for, with what the address says. */
export const visitOf = ({ pathname, search }: Location): Omit<Visit, 'me'> & { asks: readonly Asks[] } => {
  const params = new URLSearchParams(search);
  const page = PAGES.find(({ path }) => matchPath(path, pathname));
  const asks = page ? [page.asks, params.has(TASK_PARAM) ? askTask : undefined] : [];
  return {
    id: matchPath(page?.path ?? '', pathname)?.params['id'] ?? '',
    search: params,
    asks: asks.filter((ask) => ask !== undefined),
  };
};

/** Starts to fetch what an address will need while it is still being found out who is signed in. */
export const preloadFor = (pathname: string, isSignedIn: boolean): void => {
  if (isSignedIn) for (const { load } of [SignedIn, Frame]) void load();
  void loadMatching([...OPEN_PAGES, ...(isSignedIn ? PAGES : DOORS)], pathname);
};

/** Fetches the code of a page that may be the next one; tells when it is here, or cannot be fetched. */
export const fetchPage = (pathname: string): Promise<void> => loadMatching(PAGES, pathname);

/** Fetches the code of a page that is about to be opened. */
export const preloadPage = (pathname: string): void => void fetchPage(pathname);
