import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../frontend/e2e/chromium.ts';

/** Nothing of this takes longer on a machine that is of any use. */
const PATIENCE_MS = 30_000;
/** What follows by itself has begun by then: figures that are asked for anew, what the page fetches ahead. */
const SETTLED_MS = 1_500;

/** What a browser keeps of an earlier visit, or asks nobody of ours. */
const isKept = (path) =>
  /^\/(assets\/|early\.js|sw\.js|manifest|icons?|favicon|fonts|apple)|\.(webmanifest|svg|png)$/.test(path);

/**
 * What the built client sends for each thing that somebody does, written down in a real browser: so it is always what the
 * client of this very version sends. Ids in it stand for those of whoever does it later: `{me}`, `{task}`, `{project}`.
 * @returns of each act the requests as `{method, path, body, headers}`, and of a socket the messages it begins with
 */
export async function recordClient(url, { token, userId, tasks }, changeAsAnother) {
  const browser = await chromium.launch(await chromiumLaunch());
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1400, height: 900 },
      locale: 'en-US',
      serviceWorkers: 'block',
    });
    await context.addInitScript((value) => localStorage.setItem('token', value), token);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    let recorded = [];
    let sent = [];
    page.on('request', (request) => {
      const { pathname, search, origin } = new URL(request.url());
      if (origin !== url || isKept(pathname)) return;
      recorded.push({ method: request.method(), path: pathname + search, body: request.postData() ?? undefined });
    });
    page.on('websocket', (socket) => {
      sent = [];
      socket.on('framesent', ({ payload }) => sent.push(String(payload)));
    });
    const [open] = tasks;
    const forAnybody = (text) =>
      text?.replaceAll(userId, '{me}').replaceAll(open.id, '{task}').replaceAll(open.projectId, '{project}');
    const acts = {};
    /** Does it, waits until the line is quiet, and keeps what was sent under its name. */
    const record = async (name, act) => {
      recorded = [];
      await act();
      await page.waitForLoadState('networkidle');
      await page.waitForTimeout(SETTLED_MS);
      await page.waitForLoadState('networkidle');
      acts[name] = recorded.map(({ method, path, body }) => ({
        method,
        path: forAnybody(path),
        body: forAnybody(written(body)),
      }));
    };
    const card = page.locator('[data-card] [data-task-link]').first();
    const visit = (name) => page.getByRole('link', { name, exact: true }).first().click();

    for (const path of ['/dashboard', '/tasks', '/board']) await record(`open ${path}`, () => page.goto(path));
    // The page asks for its socket when it has nothing else to do.
    while (sent.filter((text) => text.includes('"subscribe"')).length < 2) await page.waitForTimeout(100);
    const socket = sent.filter((text) => text.includes('"subscribe"')).map(forAnybody);
    await card.waitFor();
    await record('heard /board', () => changeAsAnother());
    await record('move', () => dragFirstCard(page));
    await record('visit /dashboard', () => visit('Dashboard'));
    await record('heard /dashboard', () => changeAsAnother());
    await record('visit /tasks', () => visit('Tasks'));
    await record('heard /tasks', () => changeAsAnother());
    await record('read', () => page.evaluate(goTo, `/tasks?task=${open.id}`));
    await record('comment', async () => {
      const comment = page.getByRole('dialog').getByRole('textbox', { name: 'Comment', exact: true });
      await comment.fill('Ask at the north quay');
      await comment.press('Control+Enter');
    });
    await page.evaluate(goTo, '/tasks');
    await record('visit /board', () => visit('Board'));
    return { acts, socket };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: goes to another place of the app, as a link does. */
function goTo(path) {
  history.pushState({}, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** What is written, each time to another task and as an act of its own. */
const WRITES = {
  MoveTask: { id: '{task}', status: '{status}', mutationId: '{uuid}' },
  AddComment: { taskId: '{task}', text: 'Ask at the north quay', mutationId: '{uuid}' },
};

/** The body of a request, that of a write with fields that fit whoever sends it. */
function written(body) {
  const request = body?.startsWith('{') ? JSON.parse(body) : undefined;
  const input = WRITES[request?.operationName];
  return input ? JSON.stringify({ ...request, variables: { input } }) : body;
}

/** From the first column to the second. */
async function dragFirstCard(page) {
  const box = await page.locator('[data-column="TODO"] [data-card]').first().boundingBox();
  await page.mouse.move(box.x + 80, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 440, box.y + 10, { steps: 20 });
  await page.mouse.up();
  await page.getByText('Task moved successfully').last().waitFor();
}
