// Makes README's pictures of the app, light and dark, from the demo data: `npm run pictures`, after a change of the
// design.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { buildStale, root } from '../backend/scripts/build.mjs';
import { chromiumLaunch } from './e2e/chromium.ts';

const PICTURES = join(root, 'docs', 'pictures');
const SIZE = { width: 1280, height: 800 };
const program = (name) => join(root, 'dist/backend/src', `${name}.js`);

/** Starts the app and waits for the line with its port. */
async function start(env) {
  const child = spawn(process.execPath, [program('main')], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  for await (const line of createInterface({ input: child.stdout })) {
    const { port } = JSON.parse(line);
    if (port) return { url: `http://127.0.0.1:${port}`, end: () => (child.kill('SIGTERM'), ended) };
  }
  throw new Error('The app does not start.');
}

async function signIn(url, { email, password }) {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { data } = await answer.json();
  return data.tokens.accessToken;
}

async function take(url, token, theme) {
  // a person's own choice takes precedence over the setting of the device
  await fetch(`${url}/api/auth/preferences`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ theme: theme.toUpperCase() }),
  });
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: SIZE,
      deviceScaleFactor: 2,
      colorScheme: theme,
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    await context.addInitScript(
      ([key, kept]) => (localStorage.setItem('token', key), localStorage.setItem('theme', kept)),
      [token, theme],
    );
    const page = await context.newPage();
    await page.goto('/board');
    await page.locator('[data-card]').first().waitFor();
    await page.waitForLoadState('networkidle');
    const whole = await page.screenshot();
    await sharp(whole)
      .png({ palette: true, compressionLevel: 9, effort: 10 })
      .toFile(join(PICTURES, `board-${theme}.png`));
  } finally {
    await browser.close();
  }
}

if (!(await buildStale())) process.exit(1);
const { DEMO_PASSWORD, DEMO_PEOPLE } = await import(program('demo/demoPeople'));
const folder = mkdtempSync(join(tmpdir(), 'cairn-pictures-'));
// as root, the database runs as another user, who must be able to enter this folder
chmodSync(folder, 0o711);
const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'info' };
mkdirSync(PICTURES, { recursive: true });
try {
  if (spawnSync(process.execPath, [program('demo/main')], { env, stdio: 'inherit' }).status !== 0) process.exit(1);
  const app = await start(env);
  try {
    const token = await signIn(app.url, { email: DEMO_PEOPLE[0].email, password: DEMO_PASSWORD });
    for (const theme of ['light', 'dark']) await take(app.url, token, theme);
  } finally {
    await app.end();
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
