import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Request, type Response, Router } from 'express';
import { assets } from '../platform/http/assets.js';
import type { Env } from '../env.js';
import { notFound } from '../platform/lib/errors.js';
import { SHARED_PATH } from '../platform/http/loggedUrl.js';
import { getNonce, pagePolicy, relaxStyles, relaxWorkers } from '../platform/http/securityHeaders.js';

/** The built client: two folders above both the compiled and the source file. */
export const CLIENT_DIR = path.resolve(
  import.meta.dirname,
  import.meta.url.endsWith('.ts') ? '../../../dist/frontend' : '../../../frontend',
);

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Reads who may sign up. It changes while the server runs, because anyone can create the first account. */
export type ReadSignUp = () => Promise<Env['signUp']>;

/** Sends a page of the client with values of the server: the nonce, the brand, who may sign up and how, whether requests are traced. */
function pageSender(
  file: string,
  env: Env,
  clientDir: string,
  readSignUp: ReadSignUp = () => Promise.resolve(env.signUp),
): (response: Response) => Promise<void> {
  const full = path.join(clientDir, file);
  const html = existsSync(full)
    ? readFileSync(full, 'utf8')
        .replaceAll('__BRAND_NAME__', () => escapeHtml(env.brandName))
        .replaceAll('__PROVIDER__', () => escapeHtml(env.oidc?.name ?? ''))
        .replaceAll('__PASSWORDS__', env.passwordSignIn ? 'on' : 'off')
        .replaceAll('__TRACES__', env.tracedShare ? 'on' : 'off')
        .replaceAll('__SHARED_LINKS__', env.sharedLinks ? 'on' : 'off')
    : undefined;
  return async (response) => {
    response.set('Cache-Control', 'no-cache');
    if (html === undefined) {
      response.status(503).type('text').send('The client is not built: run "npm run build".\n');
      return;
    }
    // Pages are served without a database, too, with the mode of the settings.
    const signUp = await readSignUp().catch(() => env.signUp);
    response.type('html').send(html.replace('__SIGN_UP__', signUp).replaceAll('__CSP_NONCE__', getNonce(response)));
  };
}

const MANIFEST = 'manifest.webmanifest';

/** Sends the manifest of the installed app with the brand as its name. */
function sendManifest(env: Env, clientDir: string): (response: Response) => void {
  const brand = JSON.stringify(env.brandName).slice(1, -1);
  const file = path.join(clientDir, MANIFEST);
  const manifest = existsSync(file) ? readFileSync(file, 'utf8').replaceAll('__BRAND_NAME__', () => brand) : undefined;
  return (response) => {
    if (manifest === undefined) throw notFound('Page');
    response.set('Cache-Control', 'no-cache').type('application/manifest+json').send(manifest);
  };
}

const wantsHtml = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

/** Serves GraphiQL to browsers that open /graphql; other requests pass on to GraphQL. */
export function graphiqlPage(env: Env, clientDir = CLIENT_DIR): Router {
  const send = pageSender('graphiql.html', env, clientDir);
  const router = Router();
  router.get('/graphql', (request, response, next) => {
    if (!wantsHtml(request)) return next();
    return pagePolicy(request, response, () => {
      relaxStyles(response);
      relaxWorkers(response);
      void send(response);
    });
  });
  return router;
}

/**
 * Serves the page of shared links. It is a separate entry: search engines must not list it, and it needs little of the app.
 */
export function sharedPages(env: Env): Router {
  const send = pageSender('shared.html', env, CLIENT_DIR);
  const router = Router();
  router.get(`${SHARED_PATH}/:token`, pagePolicy, (_request, response) => {
    response.set('X-Robots-Tag', 'noindex, nofollow');
    return send(response);
  });
  return router;
}

/** Unrendered pages redirect to the address where they are rendered. */
const RAW_PAGES: Record<string, string> = { '/index.html': '/', '/shared.html': '/', '/graphiql.html': '/graphql' };

/** How long browsers may cache files without a hash in their name. */
const SHORT_SECONDS = 300;
const REVALIDATED_FILE = 'sw.js';

/** Returns whether a path cannot be a page of the app: file extensions, dotfiles, the data folder. Only scanners request them. */
function isNeverPage({ path: raw }: Request): boolean {
  let asked: string;
  try {
    asked = decodeURIComponent(raw);
  } catch {
    return true;
  }
  return /\/\.|\.[^/]*$|^\/data(?:\/|$)/.test(asked);
}

/** Serves the client: hashed assets are cached for ever, other files for minutes; every other path is the app. */
export function clientPages(env: Env, clientDir = CLIENT_DIR, readSignUp?: ReadSignUp): Router {
  const send = pageSender('index.html', env, clientDir, readSignUp);
  const manifest = sendManifest(env, clientDir);
  const router = Router();
  router.use(pagePolicy);
  router.use('/assets', assets(path.join(clientDir, 'assets')));
  router.get(`/${MANIFEST}`, (_request, response) => manifest(response));
  router.get(Object.keys(RAW_PAGES), (request, response) => {
    response.set('Cache-Control', 'no-cache').redirect(RAW_PAGES[request.path] ?? '/');
  });
  router.use(
    express.static(clientDir, {
      index: false,
      redirect: false,
      setHeaders: (response, file) => {
        const ask = path.basename(file) === REVALIDATED_FILE;
        response.setHeader('Cache-Control', ask ? 'no-cache' : `public, max-age=${SHORT_SECONDS}`);
      },
    }),
  );
  router.get(/.*/, (request, response, next) => (isNeverPage(request) ? next() : send(response)));
  // Otherwise Express sends its own page without our headers.
  router.use(() => {
    throw notFound('Page');
  });
  return router;
}
