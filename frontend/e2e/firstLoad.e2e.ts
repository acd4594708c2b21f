import { expect, type Page, test } from '@playwright/test';
import { addTasks, newPerson } from './people.ts';

const SLOW_LINE = { offline: false, latency: 60, downloadThroughput: 400_000, uploadThroughput: 400_000 };
const SLOW_PROCESSOR = 4;

interface Loaded {
  /** When the first card was painted. */
  painted: number;
  files: { name: string; begun: number; bytes: number }[];
  /** When the service worker was registered, which then stores the whole app. */
  registered: number | null;
}

/** Notes in the page when its first card is painted and its service worker is registered. */
const observe = (): void => {
  const noted = window as unknown as { painted?: number; registered?: number };
  const container = navigator.serviceWorker;
  const register = container.register.bind(container);
  container.register = (...args) => {
    noted.registered = performance.now();
    return register(...args);
  };
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[data-task-link]')) return;
    observer.disconnect();
    // The frame is painted at the end of the task in which it begins: what is requested later is requested after that.
    requestAnimationFrame(() => {
      noted.painted = performance.now();
    });
  }).observe(document, { childList: true, subtree: true });
};

const readLoaded = (page: Page): Promise<Loaded> =>
  page.evaluate(() => {
    const noted = window as unknown as { painted: number; registered?: number };
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return {
      painted: noted.painted,
      registered: noted.registered ?? null,
      files: entries
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, startTime, encodedBodySize }) => ({
          name: name.slice(name.lastIndexOf('/') + 1),
          begun: startTime,
          bytes: encodedBodySize,
        })),
    };
  });

/** Loaded after the cards: the code that drags them, the code that works on every page, and the texts of both. */
const LATER = ['boardParts', 'Background', 'words-en-rest'];

const named = (files: Loaded['files'], name: string) => files.filter((file) => file.name.startsWith(`${name}-`));

test('before its first card, a board loads 200 kB of JavaScript in 20 files and fetches nothing ahead', async ({
  browser,
  baseURL,
}) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const project = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  await addTasks(
    mara,
    project.id,
    Array.from({ length: 40 }, (_, index) => ({ title: `Task ${index}` })),
  );
  const context = await browser.newContext({ baseURL, serviceWorkers: 'allow' });
  await context.addInitScript((token) => localStorage.setItem('token', token), mara.token);
  await context.addInitScript(observe);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PROCESSOR });
  await page.goto('/board');
  await page.waitForFunction(() => 'painted' in window && 'registered' in window);
  // A file is listed once it has arrived, and again if it was fetched ahead when the page was idle.
  for (const name of LATER) {
    await expect.poll(async () => named((await readLoaded(page)).files, name).length).toBeGreaterThan(0);
  }
  const { painted, registered, files } = await readLoaded(page);
  const before = files.filter(({ begun }) => begun < painted);
  expect(before.length, before.map(({ name }) => name).join()).toBeLessThanOrEqual(20);
  expect(before.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(200_000);
  for (const name of LATER) expect(named(before, name)).toEqual([]);
  expect(registered).toBeGreaterThan(painted);
  await context.close();
});

test('while the code of the first page loads, nothing is shown in its place, and a spinner if that takes long', async ({
  browser,
  baseURL,
}) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const context = await browser.newContext({ baseURL });
  await context.addInitScript((token) => localStorage.setItem('token', token), mara.token);
  const page = await context.newPage();
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  let release = (): void => undefined;
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/SignedIn-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const main = page.waitForResponse(/\/main-[^/]*\.js$/);
  await page.goto('/board', { waitUntil: 'commit' });
  await main;
  // Time enough to render a fallback. The page's own clock stands still.
  await page.waitForTimeout(300);
  await expect(page.locator('#root')).toBeEmpty();
  await page.clock.runFor(300);
  await expect(page.getByRole('status')).toBeVisible();
  release();
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible();
  await context.close();
});
