import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../frontend/e2e/chromium.ts';
import { restClient } from './seed.mjs';
import { median } from './statistics.mjs';

const SIZES = [1_000, 5_000];
const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];
const PROJECTS = 4;
const ROUNDS = 3;
/** Limits in milliseconds: dashboard to usable board, drop to paint, the longest task while dragging. */
const MARKS = { open: 1_500, drop: 100, longest: 100 };
/** How long the response to a move is delayed; a drop must not wait for it. */
const HELD_BACK_MS = 1_000;
/** A step that takes longer fails. */
const PATIENCE_MS = 30_000;

/** Creates a person with this many cards in four projects and columns; `moreOf` gives further fields of a task. */
export async function fill(url, size, moreOf = () => ({})) {
  const username = `board-${size}-${Date.now()}`;
  const person = { firstName: 'Mara', lastName: 'Stone', username, email: `${username}@tern.example` };
  const { tokens } = await restClient(url)('POST', '/auth/register', { ...person, password: 'Granite7stones' });
  const call = restClient(url, tokens.accessToken);
  await Promise.all(
    Array.from({ length: PROJECTS }, async (_, at) => {
      const project = await call('POST', '/projects', { name: `Project ${at + 1}` });
      for (let i = at; i < size; i += PROJECTS) {
        await call('POST', '/tasks', {
          projectId: project.id,
          title: `Task ${i}: choose the launch date${i % 3 ? '' : ', the venue and who speaks'}`,
          status: STATUSES[(i >> 2) % STATUSES.length],
          priority: 'MEDIUM',
          tags: ['launch', 'venue', 'press'].slice(0, i % 4),
          ...moreOf(i),
        });
      }
    }),
  );
  return tokens.accessToken;
}

/** Runs in the page: records tasks over 50 ms, the browser's own threshold. */
function watchLongTasks() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => globalThis.longTasks.push(...list.getEntries().map((e) => e.duration))).observe({
    entryTypes: ['longtask'],
  });
}

/** Runs in the page: measures from the release of the button to the next frame. */
function watchDrop() {
  globalThis.dropPainted = new Promise((painted) => {
    const released = () => {
      const at = performance.now();
      requestAnimationFrame(() => setTimeout(() => painted(performance.now() - at)));
    };
    addEventListener('mouseup', released, { once: true, capture: true });
  });
}

/** Measures from the click on the dashboard until a card is painted. */
async function openBoard(page) {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await page.waitForLoadState('networkidle');
  return page.evaluate(async () => {
    const at = performance.now();
    document.querySelector('header a[href="/board"], nav a[href="/board"]').click();
    const isUsable = () => document.querySelectorAll('[data-card] a[data-task-link]').length > 0;
    while (!isUsable()) await new Promise(requestAnimationFrame);
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    return performance.now() - at;
  });
}

/** Drags a card across the columns and drops it in the second. */
async function dragOnce(page) {
  const titleOf = (status) => page.locator(`[data-column="${status}"] [data-task-link]`).first().textContent();
  const title = await titleOf('TODO');
  const box = await page.locator('[data-column="TODO"] [data-card]').first().boundingBox();
  await page.evaluate(() => void globalThis.longTasks.splice(0));
  await page.mouse.move(box.x + 80, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 1_100, box.y + 300, { steps: 60 });
  await page.mouse.move(box.x + 440, box.y + 10, { steps: 40 });
  const longest = await page.evaluate(() => Math.max(0, ...globalThis.longTasks));
  await page.evaluate(watchDrop);
  await page.mouse.up();
  const drop = await page.evaluate(() => globalThis.dropPainted);
  const isThere = (await titleOf('IN_PROGRESS')) === title;
  // the next drag begins after the response
  await page.getByText('Task moved successfully').last().waitFor();
  return { drop: isThere ? drop : Infinity, longest };
}

async function measureSize(browser, url, size) {
  const token = await fill(url, size);
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1400, height: 900 }, locale: 'en-US' });
  try {
    await context.addInitScript((value) => localStorage.setItem('token', value), token);
    await context.addInitScript(watchLongTasks);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto('/board');
    await page.locator('[data-card]').first().waitFor();
    const opened = [];
    for (let round = 0; round < ROUNDS; round += 1) opened.push(await openBoard(page));
    await page.waitForLoadState('networkidle');
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('MoveTask')) {
        await new Promise((next) => {
          setTimeout(next, HELD_BACK_MS);
        });
      }
      await route.continue();
    });
    const drags = [];
    for (let round = 0; round < ROUNDS; round += 1) drags.push(await dragOnce(page));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const nodes = await page.locator('[data-card]').count();
    return {
      size,
      open: median(opened),
      drop: median(drags.map(({ drop }) => drop)),
      longest: median(drags.map(({ longest }) => longest)),
      nodes,
    };
  } finally {
    await context.close();
  }
}

/** Measures the board in a browser with 1,000 and with 5,000 cards. */
export async function measureBrowser({ url }) {
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const results = [];
    for (const size of SIZES) results.push(await measureSize(browser, url, size));
    return results;
  } finally {
    await browser.close();
  }
}

/** Prints the results beside their limits. */
export function printBrowser(results) {
  console.log(`\nBrowser, medians of ${ROUNDS}           ms    mark`);
  for (const { size, nodes, ...figures } of results) {
    const names = { open: 'dashboard to board', drop: 'drop to paint', longest: 'longest task of a drag' };
    for (const [key, name] of Object.entries(names)) {
      const verdict = figures[key] <= MARKS[key] ? 'ok' : 'above';
      const row = `${size} cards: ${name}`.padEnd(36) + figures[key].toFixed(0).padStart(6);
      console.log(`${row}${String(MARKS[key]).padStart(8)}  ${verdict}`);
    }
    console.log(`(${nodes} cards in the document)`);
  }
}
