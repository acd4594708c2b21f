import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../frontend/e2e/chromium.ts';

/** A step that takes longer fails. */
const PATIENCE_MS = 30_000;
/** Follow-up requests have begun by then: refetched figures, prefetched pages. */
const SETTLED_MS = 1_500;

/** Requests that a browser caches or that go elsewhere. */
const isKept = (path) =>
  /^\/(assets\/|early\.js|sw\.js|manifest|icons?|favicon|fonts|apple)|\.(webmanifest|svg|png)$/.test(path);

/**
 * Records in a real browser what the built client sends for each act, so the bench always uses the current client's requests.
 * Ids are replaced by placeholders: `{me}`, `{task}`, `{project}`.
 * @returns the requests of each act as `{method, path, body, headers}`, and the first messages of a socket
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
    /** Performs an act, waits until the network is quiet, and stores what was sent. */
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
    /** Records what a page requests after a change of another person. */
    const recordHeard = async (path, operation) => {
      const asked = page.waitForRequest((request) => request.postData()?.includes(`"operationName":"${operation}"`));
      await record(`heard ${path}`, () => Promise.all([asked, changeAsAnother()]));
    };
    const card = page.locator('[data-card] [data-task-link]').first();
    const visit = (name) => page.getByRole('link', { name, exact: true }).first().click();

    for (const path of ['/dashboard', '/tasks', '/board']) await record(`open ${path}`, () => page.goto(path));
    // the page opens its socket when it is idle
    while (sent.filter((text) => text.includes('"subscribe"')).length < 2) await page.waitForTimeout(100);
    const socket = sent.filter((text) => text.includes('"subscribe"')).map(forAnybody);
    await card.waitFor();
    await recordHeard('/board', 'Board');
    await record('move', () => dragFirstCard(page));
    await record('visit /dashboard', () => visit('Dashboard'));
    await recordHeard('/dashboard', 'Dashboard');
    await record('visit /tasks', () => visit('Tasks'));
    await recordHeard('/tasks', 'TaskCount');
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

/** Runs in the page: navigates as a link does. */
function goTo(path) {
  history.pushState({}, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** The writes, each to another task. */
const WRITES = {
  MoveTask: { id: '{task}', status: '{status}', mutationId: '{uuid}' },
  AddComment: { taskId: '{task}', text: 'Ask at the north quay', mutationId: '{uuid}' },
};

/** Returns a request's body; in writes, fields get placeholders. */
function written(body) {
  const request = body?.startsWith('{') ? JSON.parse(body) : undefined;
  const input = WRITES[request?.operationName];
  return input ? JSON.stringify({ ...request, variables: { input } }) : body;
}

/** Drags a card from the first column to the second. */
async function dragFirstCard(page) {
  const box = await page.locator('[data-column="TODO"] [data-card]').first().boundingBox();
  await page.mouse.move(box.x + 80, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 440, box.y + 10, { steps: 20 });
  await page.mouse.up();
  await page.getByText('Task moved successfully').last().waitFor();
}
