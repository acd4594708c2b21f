import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../frontend/e2e/chromium.ts';
import { median } from './statistics.mjs';
import { restClient } from './seed.mjs';

const TASKS = 5_000;
const AT_ONCE = 200;
const ROUNDS = 7;
const STATUSES = ['TODO', 'IN_PROGRESS', 'IN_REVIEW', 'DONE'];
/** How many columns the board has that is compared with the usual one. */
const COLUMNS = 12;
/** The number of columns in view. A board counts as open when these show their first card. */
const IN_VIEW = 4;
/** How much longer it may take to open. */
const MARK = 1.2;

/** Creates a project with 5,000 tasks, which its columns share evenly. */
async function fillProject(call, name, columns) {
  const project = await call('POST', '/projects', { name });
  const of = STATUSES.map((status) => [{ status }]);
  for (let at = STATUSES.length; at < columns; at += 1) {
    const status = STATUSES[at % STATUSES.length];
    const { id } = await call('POST', `/projects/${project.id}/columns`, { name: `Column ${at + 1}`, status });
    of[at % STATUSES.length].push({ status, columnId: id });
  }
  const places = of.flat();
  for (let from = 0; from < TASKS; from += AT_ONCE) {
    const tasks = Array.from({ length: AT_ONCE }, (_, i) => ({
      title: `Task ${from + i}: choose the launch date, the venue and who speaks`,
      priority: 'MEDIUM',
      tags: ['launch', 'venue', 'press'].slice(0, i % 4),
      ...places[(from + i) % places.length],
    }));
    await call('POST', '/tasks/bulk', { projectId: project.id, tasks });
  }
  return `/projects/${project.id}`;
}

/** Opens a board and waits until so many columns have their first card; returns the milliseconds. */
async function open(page, path, columns) {
  await page.goto('about:blank');
  const start = performance.now();
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(
    (count) => document.querySelectorAll('[data-column-list] li:first-child [data-card]').length >= count,
    columns,
    { polling: 'raf' },
  );
  return performance.now() - start;
}

/** Opens a board of four columns and one of twelve in turn: on a first visit, and again with a warm cache. */
export async function measureColumns({ url }) {
  const username = `columns-${Date.now()}`;
  const person = { firstName: 'Mara', lastName: 'Stone', username, email: `${username}@tern.example` };
  const { tokens } = await restClient(url)('POST', '/auth/register', { ...person, password: 'Granite7stones' });
  const call = restClient(url, tokens.accessToken);
  const boards = [await fillProject(call, 'Four', STATUSES.length), await fillProject(call, 'Twelve', COLUMNS)];
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const rounds = [];
    for (let round = -1; round < ROUNDS; round += 1) {
      const times = { load: loadavg()[0], first: [], again: [] };
      for (const path of boards) {
        const viewport = { width: IN_VIEW * 350, height: 900 };
        const context = await browser.newContext({ baseURL: url, viewport, locale: 'en-US' });
        await context.addInitScript((value) => localStorage.setItem('token', value), tokens.accessToken);
        const page = await context.newPage();
        times.first.push(await open(page, path, IN_VIEW));
        times.again.push(await open(page, path, IN_VIEW));
        await context.close();
      }
      // Unmeasured: the server has compiled its code afterwards.
      if (round >= 0) rounds.push(times);
    }
    return rounds;
  } finally {
    await browser.close();
  }
}

/** Prints the times of each round and their ratios beside the mark. */
export function printColumns(rounds) {
  console.log(`\nColumns, ${TASKS} tasks     first ms, 4  12 columns   again ms, 4  12 columns  load`);
  for (const [at, { first, again, load }] of rounds.entries()) {
    console.log(
      `round ${at + 1}`.padEnd(24) +
        [...first, ...again].map((ms) => ms.toFixed(0).padStart(12)).join('') +
        load.toFixed(1).padStart(8),
    );
  }
  for (const [name, what] of [
    ['first visit', 'first'],
    ['again', 'again'],
  ]) {
    const ratio = median(rounds.map((round) => round[what][1] / round[what][0]));
    console.log(`${name}: median ratio ${ratio.toFixed(2)}  ${ratio <= MARK ? 'ok' : 'above'} (mark ${MARK})`);
  }
}
