import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../frontend/e2e/chromium.ts';
import { fill } from './browser.mjs';
import { median } from './statistics.mjs';

const TASKS = 5_000;
const ROUNDS = 3;
const STEPS = 40;
const STEP_PX = 400;
const SCROLL_MS = 4_000;
/** The share of the board's frames that the list has to show. */
const MARK = 0.85;
const PRIORITIES = ['LOW', 'MEDIUM', 'HIGH', 'URGENT'];
const SCREENS = {
  list: { path: '/tasks', item: '[role="row"][data-task-id]' },
  board: { path: '/board', item: '[data-card]' },
};

/** The fields that rows and cards show besides the title. */
const shownFields = (i) => ({
  description: 'What has to be ready, who decides, and what happens when the venue is taken.',
  priority: PRIORITIES[(i >> 4) % PRIORITIES.length],
  dueDate: i % 2 ? new Date(Date.UTC(2030, 11, 1 + (i % 28))).toISOString() : null,
});

/** Runs in the page: counts frames and the time of long tasks until it is asked. */
function watchFrames() {
  const counts = { frames: 0, longMs: 0 };
  let isOn = true;
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) counts.longMs += duration;
  });
  observer.observe({ entryTypes: ['longtask'] });
  const count = () => {
    counts.frames += 1;
    if (isOn) requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
  globalThis.stopFrames = () => {
    isOn = false;
    observer.disconnect();
    return counts;
  };
}

/** Opens a screen and scrolls it by the wheel. The scroll takes the same time however slow its frames are. */
async function scrollOnce(page, { path, item }) {
  await page.goto(path);
  const first = page.locator(item).first();
  await first.waitFor();
  await page.waitForLoadState('networkidle');
  const box = await first.boundingBox();
  await page.mouse.move(box.x + 60, box.y + 15);
  await page.evaluate(watchFrames);
  const start = performance.now();
  const wheels = [];
  for (let step = 0; step < STEPS; step += 1) {
    const wait = start + (step * SCROLL_MS) / STEPS - performance.now();
    if (wait > 0) await page.waitForTimeout(wait);
    wheels.push(page.mouse.wheel(0, STEP_PX));
  }
  await page.waitForTimeout(Math.max(0, start + SCROLL_MS - performance.now()));
  const counts = await page.evaluate(() => globalThis.stopFrames());
  await Promise.all(wheels);
  return counts;
}

/** Scrolls the list and the board of 5,000 tasks, in turn. */
export async function measureScroll({ url }) {
  const token = await fill(url, TASKS, shownFields);
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1400, height: 900 }, locale: 'en-US' });
    await context.addInitScript((value) => localStorage.setItem('token', value), token);
    const page = await context.newPage();
    // Unmeasured: the code is compiled and the caches are warm afterwards.
    for (const screen of Object.values(SCREENS)) await scrollOnce(page, screen);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const load = loadavg()[0];
      rounds.push({ load, list: await scrollOnce(page, SCREENS.list), board: await scrollOnce(page, SCREENS.board) });
    }
    return rounds;
  } finally {
    await browser.close();
  }
}

/** Prints the frames of each round and their ratio beside its mark. */
export function printScroll(rounds) {
  console.log(`\nScroll, ${TASKS} tasks      list  board  ratio  long ms, list  board  load`);
  for (const [at, { list, board, load }] of rounds.entries()) {
    console.log(
      `round ${at + 1}`.padEnd(24) +
        String(list.frames).padStart(6) +
        String(board.frames).padStart(7) +
        (list.frames / board.frames).toFixed(2).padStart(7) +
        list.longMs.toFixed(0).padStart(15) +
        board.longMs.toFixed(0).padStart(7) +
        load.toFixed(1).padStart(6),
    );
  }
  const ratio = median(rounds.map(({ list, board }) => list.frames / board.frames));
  console.log(`median ratio ${ratio.toFixed(2)}  ${ratio >= MARK ? 'ok' : 'below'} (mark ${MARK})`);
}
