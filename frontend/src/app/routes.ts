import { matchPath } from 'react-router-dom';
import { loadWords } from '../lib/words';
import { lazyComponent } from '../ui/lazyComponent';
import { ErrorPage } from './ErrorBoundary';
import { page, type Page } from './page';

/** Pages for visitors. */
export const AUTH_ROUTES: readonly Page[] = [
  page('/login', () => import('../pages/LoginPage'), 'LoginPage', []),
  page('/register', () => import('../pages/RegisterPage'), 'RegisterPage', ['auth']),
];

/** Pages for everyone: links in mails are also opened by people who are signed in. */
export const PUBLIC_ROUTES: readonly Page[] = [
  page('/forgot-password', () => import('../pages/ForgotPasswordPage'), 'ForgotPasswordPage', ['auth']),
  page('/reset-password', () => import('../pages/ResetPasswordPage'), 'ResetPasswordPage', ['auth']),
  page('/invitation', () => import('../pages/InvitationPage'), 'InvitationPage', ['auth']),
  page('/revert-email', () => import('../pages/RevertEmailPage'), 'RevertEmailPage', ['auth']),
  page('/verify-email', () => import('../pages/VerifyEmailPage'), 'VerifyEmailPage', ['auth']),
  page('/oidc', () => import('../pages/OidcPage'), 'OidcPage', ['provider']),
  page('/goodbye', () => import('../features/account/session/GoodbyePage'), 'GoodbyePage', ['rest']),
];

/** In development, a page with every component. */
export const GALLERY: readonly Page[] = import.meta.env.DEV
  ? [page('/ui', () => import('../ui/gallery/Gallery'), 'Gallery')]
  : [];

const loadInside = async () => {
  await loadWords(['home']);
  return import('./SignedIn');
};

// The pages behind sign-in (places.ts), their frame and their data are in one file, which /login does not load.
export const SignedIn = lazyComponent(loadInside, 'SignedIn', {
  Failed: ErrorPage,
  words: ['home'],
});
export const Frame = lazyComponent(loadInside, 'Layout', { Failed: ErrorPage, words: ['home'] });

/** Fetches the frame and the code of a page behind sign-in. Never rejects: a failure is reported when the page is opened. */
export const preloadInside = async (pathname: string): Promise<unknown> => {
  const parts = [SignedIn, Frame].map((part) => part.load());
  const loadPage = loadInside().then(
    ({ fetchPage }) => fetchPage(pathname),
    () => undefined,
  );
  return Promise.all([...parts, loadPage]);
};

/** Fetches the code for an address before it is known whether the session is valid. Never rejects. */
export const preloadFor = (pathname: string, isSignedIn: boolean): Promise<unknown> => {
  const page = [...PUBLIC_ROUTES, ...(isSignedIn ? [] : AUTH_ROUTES)].find(({ path }) => matchPath(path, pathname));
  return Promise.all([page?.Component.load(), isSignedIn && preloadInside(pathname)]);
};
