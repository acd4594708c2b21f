import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type Request, type Response, Router } from 'express';
import { assets } from './assets.js';
import type { Env } from './env.js';
import { notFound } from './kernel/errors.js';
import { nonceOf, pagePolicy, relaxStyles, relaxWorkers } from './kernel/securityHeaders.js';

/** Where the built client lies: `dist/frontend`, two folders up from the compiled and from the source file alike. */
export const CLIENT_DIR = path.resolve(
  import.meta.dirname,
  import.meta.url.endsWith('.ts') ? '../../dist/frontend' : '../../frontend',
);

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Who may sign up, which may change while the server runs: anyone may create its first account. */
export type ReadSignUp = () => Promise<Env['signUp']>;

/** A page of the client with what only the server knows put in: this answer's nonce, the brand, who may sign up, whether requests are traced. */
function pageSender(
  file: string,
  env: Env,
  clientDir: string,
  readSignUp: ReadSignUp = () => Promise.resolve(env.signUp),
): (response: Response) => Promise<void> {
  const full = path.join(clientDir, file);
  const html = existsSync(full)
    ? readFileSync(full, 'utf8')
        .replaceAll('__BRAND_NAME__', escapeHtml(env.brandName))
        .replaceAll('__TRACES__', env.tracedShare ? 'on' : 'off')
    : undefined;
  return async (response) => {
    response.set('Cache-Control', 'no-cache');
    if (html === undefined) {
      response.status(503).type('text').send('The client is not built: run "npm run build".\n');
      return;
    }
    // a page comes also without a database
    const signUp = await readSignUp().catch(() => env.signUp);
    response.type('html').send(html.replace('__SIGN_UP__', signUp).replaceAll('__CSP_NONCE__', nonceOf(response)));
  };
}

const MANIFEST = 'manifest.webmanifest';

/** What an installed app is called: the brand, as JSON writes it. */
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

/** GraphiQL for a browser that opens /graphql; everybody else gets on to GraphQL itself. */
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

/** Pages have one address, where they are filled in: as the build left them they are of no use. */
const RAW_PAGES: Record<string, string> = { '/index.html': '/', '/graphiql.html': '/graphql' };

/** How long a browser may keep a file whose name stays when its content changes; these decide what is loaded at all. */
const SHORT_SECONDS = 300;
const ASK_EVERY_TIME = 'sw.js';

/** No page of the app: a file by its ending, what hides behind a dot, the data folder. Who asks for these is no person. */
function isForeign({ path: raw }: Request): boolean {
  let asked: string;
  try {
    asked = decodeURIComponent(raw);
  } catch {
    return true;
  }
  return /\/\.|\.[^/]*$|^\/data(?:\/|$)/.test(asked);
}

/** The client: hashed assets cached for ever, its other files for minutes; every path that is no file is the app itself. */
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
        const ask = path.basename(file) === ASK_EVERY_TIME;
        response.setHeader('Cache-Control', ask ? 'no-cache' : `public, max-age=${SHORT_SECONDS}`);
      },
    }),
  );
  router.get(/.*/, (request, response, next) => (isForeign(request) ? next() : send(response)));
  // else Express answers with a page of its own and without our headers
  router.use(() => {
    throw notFound('Page');
  });
  return router;
}
