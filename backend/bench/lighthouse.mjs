// Lighthouse's mobile preset (simulated slow phone and network) on /login, /board and /dashboard, which take turns. Total
// blocking time is compared with that of /login in the same run, because other work on the machine affects all of them.
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../frontend/e2e/chromium.ts';
import { freePort } from '../scripts/freePort.mjs';
import { median } from './statistics.mjs';

/** Lighthouse is not a dependency: it is installed into the temporary folder. */
const VERSION = '12.8.2';
const ENTRY_PAGE = '/login';
const PAGES = [ENTRY_PAGE, '/board', '/dashboard'];
const ROUNDS = 5;
/** A page's total blocking time is at most this multiple of the sign-in page's, or `blocking` if that is more. */
const MARKS = { times: 5, blocking: 150, score: 0.92 };
/** A lower blocking time of the sign-in page is no basis for comparison. */
const LEAST_MS = 20;

async function install(dir) {
  await writeFile(path.join(dir, 'package.json'), '{ "private": true }');
  const args = ['install', `lighthouse@${VERSION}`, '--no-audit', '--no-fund', '--ignore-scripts'];
  await promisify(execFile)('npm', args, { cwd: dir, shell: process.platform === 'win32' });
  return import(path.join(dir, 'node_modules/lighthouse/core/index.js'));
}

/** @returns per page the score, and in milliseconds total blocking time, first and largest contentful paint; layout shift */
export async function measureLighthouse(app, token, dir) {
  const { default: lighthouse } = await install(dir);
  const port = await freePort();
  const { args, ...launch } = await chromiumLaunch();
  const options = { ...launch, args: [...args, `--remote-debugging-port=${port}`] };
  // Lighthouse opens its tab in the default context, so the token has to be there
  const browser = await chromium.launchPersistentContext(path.join(dir, 'profile'), options);
  const results = Object.fromEntries(PAGES.map((page) => [page, []]));
  try {
    const tab = await browser.newPage();
    const devtools = await browser.newCDPSession(tab);
    await tab.goto(`${app.url}/robots.txt`);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const page of PAGES) {
        await tab.evaluate((value) => localStorage.setItem('token', value), page === ENTRY_PAGE ? '' : token);
        await devtools.send('Network.clearBrowserCache');
        const { lhr } = await lighthouse(`${app.url}${page}`, {
          port,
          onlyCategories: ['performance'],
          disableStorageReset: true,
          logLevel: 'error',
        });
        const ms = (audit) => lhr.audits[audit].numericValue;
        results[page].push({
          score: lhr.categories.performance.score,
          blocking: ms('total-blocking-time'),
          first: ms('first-contentful-paint'),
          largest: ms('largest-contentful-paint'),
          shift: ms('cumulative-layout-shift'),
        });
      }
    }
  } finally {
    await browser.close();
  }
  return PAGES.map((page) => {
    const of = (figure) => median(results[page].map((result) => result[figure]));
    return Object.fromEntries([['page', page], ...Object.keys(results[page][0]).map((name) => [name, of(name)])]);
  });
}

export function printLighthouse(results) {
  const door = Math.max(LEAST_MS, results.find(({ page }) => page === ENTRY_PAGE).blocking);
  console.log(`\nLighthouse ${VERSION}, mobile, median of ${ROUNDS}`);
  console.log('page          score  blocking ms  of /login  first ms  largest ms   shift');
  for (const { page, score, blocking, first, largest, shift } of results) {
    const times = blocking / door;
    const isFree = times <= MARKS.times || blocking <= MARKS.blocking;
    const verdict = score >= MARKS.score && isFree ? 'ok' : 'MISSED';
    const cells = [
      page.padEnd(12),
      score.toFixed(2).padStart(7),
      blocking.toFixed(0).padStart(13),
      times.toFixed(1).padStart(11),
      first.toFixed(0).padStart(10),
      largest.toFixed(0).padStart(12),
      shift.toFixed(3).padStart(8),
    ];
    console.log(`${cells.join('')}  ${verdict} (marks ${MARKS.times} times or ${MARKS.blocking} ms, ${MARKS.score})`);
  }
}
