import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium, expect, type Locator, type Page, test } from '@playwright/test';
import { chromiumLaunch } from './chromium.ts';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, newTeam, PASSWORD, signIn, signOut } from './people.ts';
import { freePort, startServer } from './server.ts';

const root = resolve(import.meta.dirname, '../..');

test.use({ serviceWorkers: 'allow' });

const DEEP = process.env.TEST_DEPTH === 'full';

const NEWER = 'fedcba9876543210';

interface Named {
  id: string;
}

/** The worker of the newer build is installed once this cache exists, however fast the machine. */
const INSTALL = 'test-install';
const HELD = `self.addEventListener('install', (event) => event.waitUntil((async () => {
  while (!(await caches.has('${INSTALL}'))) await new Promise((next) => setTimeout(next, 100));
})()));`;

/** The build that the tests run against, and a newer one that differs only in its hash. */
function newerBuild(): { dist: string; remove: () => void } {
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  const checkout = mkdtempSync(join(root, 'node_modules/.cache/newer-'));
  cpSync(join(root, 'package.json'), join(checkout, 'package.json'));
  const dist = join(checkout, 'dist');
  cpSync(join(root, 'dist'), dist, { recursive: true, filter: (file) => !/monaco|babel-/.test(file) });
  const build = /name="build" content="(\w+)"/.exec(readFileSync(join(dist, 'frontend/index.html'), 'utf8'))?.[1] ?? '';
  for (const name of ['index.html', 'sw.js']) {
    const file = join(dist, 'frontend', name);
    const text = readFileSync(file, 'utf8').replaceAll(build, NEWER);
    writeFileSync(file, name === 'sw.js' ? HELD + text : text);
  }
  return { dist, remove: () => rmSync(checkout, { recursive: true, force: true }) };
}

/** The stored data of the device as text. Reading must not create the database. */
const readPersistedCache = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const databases = await indexedDB.databases();
    if (!databases.some(({ name }) => name === 'cairn-kept')) return '';
    const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
      new Promise((done, failed) => {
        request.addEventListener('success', () => done(request.result));
        request.addEventListener('error', () => failed(request.error ?? new Error('It cannot be read')));
      });
    const db = await answerOf(indexedDB.open('cairn-kept'));
    const kept: unknown = await answerOf(db.transaction('kept').objectStore('kept').get('kept'));
    db.close();
    return JSON.stringify(kept ?? '');
  });

/** The worker has stored everything, and serves this page from its next load on. */
const workerIsReady = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).scope);

/** The waiting worker, which replaces the active one when no page uses it. */
const nextWorker = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistration();
    return (found?.installing ?? found?.waiting)?.state;
  });

/** Ends the present worker, as Chromium does after 30 s without work, but not while it has a debugger. */
const stopWorker = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  const present = new Promise<string>((found) => {
    devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const version = versions.find(({ status }) => status === 'activated');
      if (version) found(version.versionId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.stopWorker', { versionId: await present });
  await devtools.detach();
};

/** The builds of which a page is stored for use without a network. */
const buildKept = (page: Page): Promise<(string | null)[]> =>
  page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const pages = requests.flat().filter(({ url }) => new URL(url).pathname === '/');
    return pages.map(({ url }) => new URL(url).searchParams.get('__WB_REVISION__'));
  });

/** Without a network, the browser logs each failed request; these are not errors of the page. */
const OF_THE_NETWORK = /Failed to load resource|WebSocket connection to|net::ERR_/;

/** Navigates to another page within the app, like a link. */
const goWithin = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, path);

test(
  'visited pages open without a network and without a server; a new build is announced and keeps typed text',
  { tag: '@full' },
  async ({ browser }) => {
    test.slow();
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-shell-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const newer = newerBuild();
    let server = await startServer(port, dataDir);
    try {
      const { mara, wen, projectId } = await newTeam(url);
      const own = { projectId, priority: 'LOW', assigneeId: mara.id };
      const task = await mara.call<Named>('POST', '/tasks', { ...own, title: 'Book freight' });
      const unseen = await mara.call<Named>('POST', '/tasks', { ...own, title: 'Cut the teaser' });
      await wen.call('POST', `/tasks/${task.id}/comments`, { text: 'The harbour is full' });
      const context = await browserOf(browser, url, mara, { fetchesAhead: true });
      const consoleErrors = collectConsoleErrors(context);
      const page = await context.newPage();

      const main = page.locator('main');
      const link = main.getByRole('link', { name: 'Book freight', exact: true }).first();
      /** Each page, with a text that it shows and a text that is stored. */
      const PAGES: readonly [path: string, shows: Locator, kept: string][] = [
        ['/board', link, 'IN_REVIEW'],
        ['/dashboard', link, 'dashboardStats'],
        ['/tasks', link, 'CREATED_DESC'],
        ['/projects', main.getByText('Tern launch').first(), 'Tern launch'],
        [`/projects/${projectId}`, link, 'viewerCanDelete'],
        [`/projects/${projectId}/activity`, main.getByText('Book freight').first(), 'HistoryEntry:'],
        [`/projects/${projectId}/members`, main.getByText('Wen Stone').first(), 'InvitationConnection'],
        [`/tasks?task=${task.id}`, page.getByText('The harbour is full'), 'CommentConnection'],
        ['/settings', page.getByRole('heading', { name: 'Email notifications' }), 'apiTokens'],
        ['/profile', page.getByRole('heading', { level: 1, name: 'Mara Stone' }), 'Mara'],
      ];
      const bell = page.getByRole('button', { name: /^Notifications/ });
      const inbox = page.getByRole('dialog', { name: 'Notifications' }).getByText('Wen Stone').first();
      await page.goto('/board');
      for (const [path, shows, kept] of PAGES) {
        await goWithin(page, path);
        await expect(shows, path).toBeVisible();
        await expect.poll(() => readPersistedCache(page), { message: path }).toContain(kept);
      }
      await bell.click();
      await expect(inbox).toBeVisible();
      await expect.poll(() => readPersistedCache(page)).toContain('Notification:');
      await workerIsReady(page);

      const open = async (pages: typeof PAGES, how: string): Promise<void> => {
        for (const [path, shows] of pages) {
          await page.goto(path);
          await expect(shows, `${path} ${how}`).toBeVisible();
        }
        await bell.click();
        await expect(inbox).toBeVisible();
        await expect(page.getByRole('status').getByText('You’re offline.')).toBeVisible();
        // A page that was never opened says what it needs. GraphiQL is not stored, so the browser's own error page
        // appears.
        await page.goto(`/tasks?task=${unseen.id}&status=DONE`);
        await expect(page.getByText('Network error. Please check your connection.').first()).toBeVisible();
      };
      await context.setOffline(true);
      await open(DEEP ? PAGES : PAGES.filter((_, at) => at % 2 === 0), 'without a network');
      await context.setOffline(false);
      await server.stop();
      // A refused connection is treated like a missing one.
      await open(PAGES.slice(-3), 'without a server');

      await page.goto(`/tasks?task=${task.id}`);
      const comment = page.getByRole('textbox', { name: 'Comment', exact: true });
      await comment.fill('Ask at the north quay');
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
      server = await startServer(port, dataDir, { dist: newer.dist });
      const notice = page.getByRole('status').filter({ hasText: 'A new version is available.' });
      await expect(notice).toBeVisible();
      // Data shown from the device is read again, and followed by the feed.
      await wen.call('PUT', `/tasks/${task.id}`, { title: 'Book freight by rail' });
      await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue(
        'Book freight by rail',
      );
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
      await notice.getByRole('button', { name: 'Reload' }).click();
      await page.waitForFunction(() => !('isSamePage' in window));
      await expect(comment).toHaveValue('Ask at the north quay');
      await expect(notice).toBeHidden();
      await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', NEWER);
      // No page of the old build is open: the new worker, which the previous page has installed, becomes active.
      expect(await nextWorker(page)).toBe('installing');
      await page.evaluate(async (name) => void (await caches.open(name)), INSTALL);
      await expect(async () => {
        if ((await nextWorker(page)) === 'installed') await stopWorker(page);
        expect(await buildKept(page)).toEqual([NEWER]);
      }).toPass({ timeout: 60_000 });
      await context.setOffline(true);
      await page.goto('/board');
      await expect(main.getByRole('link', { name: 'Book freight by rail', exact: true })).toBeVisible();
      await expect(page.locator('meta[name="build"]')).toHaveAttribute('content', NEWER);
      // Breaches of the content security policy would be among these.
      expect(consoleErrors.filter((error) => !OF_THE_NETWORK.test(error))).toEqual([]);
      await context.close();
    } finally {
      await server.stop();
      newer.remove();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  },
);

test('stored data belongs to one person: it is deleted with the session, and no one else sees it', async ({
  browser,
  baseURL: url,
}) => {
  const baseURL = url ?? '';
  const mara = await newPerson(baseURL, 'Mara');
  const wen = await newPerson(baseURL, 'Wen');
  const { id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'Tern launch' });
  await mara.call('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const opensBoard = async (email: string): Promise<void> => {
    await signIn(page, email, PASSWORD);
    await expect(page).toHaveURL(/\/(?:dashboard|board)$/);
    await page.goto('/board');
    await expect(page.getByRole('heading', { name: 'Task Board' })).toBeVisible();
  };
  const left = () => page.evaluate(() => Object.keys(localStorage).toSorted());

  await opensBoard(mara.email);
  await expect.poll(() => readPersistedCache(page)).toContain('Book freight');
  await page.evaluate(() => localStorage.setItem('recent-commands', '[]'));
  await signOut(page);
  await expect.poll(() => readPersistedCache(page)).toBe('""');
  expect((await left()).filter((key) => !['device', 'theme'].includes(key))).toEqual([]);

  // The session is ended elsewhere, while no page of this browser is open.
  await opensBoard(mara.email);
  await expect.poll(() => readPersistedCache(page)).toContain('Book freight');
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await page.goto('about:blank');
  const answer = await fetch(`${baseURL}/api/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.ok).toBe(true);
  await page.goto('/board');
  await expect(page).toHaveURL('/login');
  await expect.poll(() => readPersistedCache(page)).toBe('""');

  // Data left behind without a sign-out is not shown to another sign-in, and is replaced by its data.
  await opensBoard(mara.email);
  await expect.poll(() => readPersistedCache(page)).toContain('Book freight');
  await workerIsReady(page);
  const wens = wen.token;
  await page.goto('/robots.txt');
  await page.evaluate((other) => localStorage.setItem('token', other), wens);
  await context.setOffline(true);
  await page.goto('/board');
  await expect(page.getByText('Network error. Please check your connection.')).toBeVisible();
  await expect(page.getByText('Book freight')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Task Board' })).toBeVisible();
  await expect.poll(() => readPersistedCache(page)).toContain(wen.id);
  expect(await readPersistedCache(page)).not.toContain('Book freight');
  await context.close();
});

test('the browser can install it as an app', async ({ baseURL }) => {
  const profile = mkdtempSync(join(tmpdir(), 'cairn-profile-'));
  // Contexts of tests are incognito, where Chromium installs nothing.
  const context = await chromium.launchPersistentContext(profile, await chromiumLaunch());
  try {
    const page = await context.newPage();
    await page.goto(`${baseURL}/login`);
    const session = await context.newCDPSession(page);
    // By the browser's own criteria for installation; Lighthouse no longer checks them.
    expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });
    const { errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
});

test(
  'one tab stores the data of all tabs; it can be cleared, and failures are shown',
  { tag: '@full' },
  async ({ browser, baseURL: url }) => {
    const baseURL = url ?? '';
    const mara = await newPerson(baseURL, 'Mara');
    const { id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'Tern launch' });
    await mara.call('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
    const context = await browserOf(browser, baseURL, mara, { fetchesAhead: true });
    const leaders = (page: Page) =>
      page.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        const isLeader = ({ name }: LockInfo): boolean => name === 'cairn-leader';
        return [held.filter(isLeader).length, pending.filter(isLeader).length];
      });
    const first = await context.newPage();
    await first.goto('/board');
    await expect.poll(() => readPersistedCache(first)).toContain('IN_REVIEW');
    const second = await context.newPage();
    await second.goto('/dashboard');
    await expect.poll(() => leaders(second)).toEqual([1, 1]);
    await expect.poll(() => readPersistedCache(second)).toContain('dashboardStats');
    expect(await readPersistedCache(second)).toContain('IN_REVIEW');
    await first.close();
    await expect.poll(() => leaders(second)).toEqual([1, 0]);
    await second.goto('/board?new=task');
    const dialog = second.getByRole('dialog', { name: 'Create New Task' });
    await expect(dialog).toBeVisible();
    await expect(second).toHaveURL('/board');
    await dialog.getByRole('button', { name: 'Cancel' }).click();

    await second.goto('/settings#offline');
    await expect(second.getByText(/^[\d.]+ (kB|byte).* Removed when you sign out/)).toBeVisible();
    await second.getByRole('button', { name: 'Clear stored data' }).click();
    await expect(second.getByText('Offline data cleared')).toBeVisible();
    await context.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('No room', 'QuotaExceededError');
      };
    });
    await second.reload();
    await expect(second.getByText('Your device is out of space')).toBeVisible();
    await context.close();
  },
);
