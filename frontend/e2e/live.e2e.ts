import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { focusOn } from './focus.ts';
import { addTasks, browserOf, newTeam, openLive, type Person } from './people.ts';
import { freePort, startServer } from './server.ts';

interface Named {
  id: string;
}

/** Other people's changes appear at once; the bench measures how fast. */
const SOON = { timeout: 10_000 };
const COLUMNS = ['To Do', 'In Progress', 'In Review', 'Done'] as const;

const titles = (page: Page, column: string) =>
  page.getByRole('region', { name: column, exact: true }).locator('[data-task-link]');
const bell = (page: Page, unread: number) =>
  page.getByRole('button', { name: unread > 0 ? `Notifications, ${unread} unread` : 'Notifications', exact: true });

/** The board as it is shown: each column's titles in their order. */
const boardOf = (page: Page): Promise<string[][]> =>
  Promise.all(COLUMNS.map((column) => titles(page, column).allTextContents()));

/** Two people with one project, each with a browser that shows the board. */
async function twoPeople(browser: Browser, baseURL = '') {
  const { mara, wen, projectId } = await newTeam(baseURL);
  const addTask = (title: string, by: Person = mara): Promise<Named> =>
    by.call('POST', '/tasks', { projectId, title, priority: 'MEDIUM', tags: [] });
  return {
    mara,
    wen,
    projectId,
    addTask,
    maras: await browserOf(browser, baseURL, mara, { fetchesAhead: true }),
    wens: await browserOf(browser, baseURL, wen, { fetchesAhead: true }),
  };
}

/** Twenty changes of all kinds to five tasks; answers how many tasks there are afterwards. */
async function twentyChanges(
  mara: Person,
  tasks: readonly Named[],
  addTask: (title: string) => Promise<Named>,
): Promise<number> {
  const [first, second, third, fourth] = tasks;
  for (const [index, { id }] of tasks.entries())
    await mara.call('PUT', `/tasks/${id}`, { title: `Renamed ${index + 1}` });
  for (const status of ['IN_PROGRESS', 'IN_REVIEW', 'DONE', 'IN_PROGRESS']) {
    await mara.call('PATCH', `/tasks/${first?.id}/status`, { status });
    await mara.call('PATCH', `/tasks/${second?.id}/status`, { status: status === 'DONE' ? 'TODO' : 'DONE' });
  }
  for (const title of ['New 1', 'New 2', 'New 3', 'New 4']) await addTask(title);
  await mara.call('DELETE', `/tasks/${third?.id}`);
  await mara.call('PUT', `/tasks/${fourth?.id}`, { title: 'Renamed again', status: 'IN_REVIEW' });
  const last = await addTask('New 5');
  await mara.call('DELETE', `/tasks/${last.id}`);
  return tasks.length + 3;
}

test.describe('two people in one project', () => {
  let contexts: BrowserContext[] = [];
  test.afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });

  test('see each other’s moves, edits, tasks and assignments as they happen', async ({ browser, baseURL }) => {
    const { mara, wen, projectId, addTask, maras, wens } = await twoPeople(browser, baseURL);
    contexts = [maras, wens];
    const task = await addTask('Book freight');
    const [hers, his] = [await openLive(maras, '/board'), await openLive(wens, '/board')];
    await expect(bell(his, 1)).toBeVisible();

    await hers.getByRole('button', { name: 'Move Book freight' }).click();
    await hers.getByRole('menuitem', { name: 'In Progress' }).click();
    await expect(titles(his, 'In Progress')).toHaveText(['Book freight'], SOON);
    await expect(titles(hers, 'In Progress')).toHaveText(['Book freight']);

    await mara.call('PUT', `/tasks/${task.id}`, { title: 'Book the freight' });
    await expect(titles(his, 'In Progress')).toHaveText(['Book the freight'], SOON);

    await addTask('Cut the teaser', wen);
    await expect(titles(hers, 'To Do')).toHaveText(['Cut the teaser'], SOON);
    await expect(titles(his, 'To Do')).toHaveText(['Cut the teaser'], SOON);

    await mara.call('PATCH', `/tasks/${task.id}/assign`, { assigneeId: wen.id });
    await expect(bell(his, 2)).toBeVisible(SOON);
    await expect(his).toHaveTitle(/^\(2\) Board · /, SOON);
    await expect(his.locator('[data-card]', { hasText: 'Book the freight' }).getByLabel(wen.name)).toBeVisible(SOON);
    await expect(bell(hers, 0)).toBeVisible();

    await hers.goto(`/projects/${projectId}`);
    await mara.call('PUT', `/projects/${projectId}`, { name: 'Tern relaunch' });
    await expect(hers.getByRole('heading', { name: 'Tern relaunch' })).toBeVisible(SOON);
    await mara.call('DELETE', `/tasks/${task.id}`);
    await expect(titles(hers, 'In Progress')).toHaveCount(0, SOON);
    await expect(titles(his, 'In Progress')).toHaveCount(0, SOON);
  });

  test('keep unfinished text and the focus', async ({ browser, baseURL }) => {
    const { mara, addTask, maras, wens } = await twoPeople(browser, baseURL);
    contexts = [maras, wens];
    const task = await addTask('Book freight');
    await addTask('Cut the teaser');
    const page = await openLive(wens, '/board');
    await focusOn(page.locator('[data-task-link]', { hasText: 'Book freight' }));
    await mara.call('PATCH', `/tasks/${task.id}/status`, { status: 'DONE' });
    await expect(titles(page, 'Done')).toHaveText(['Book freight'], SOON);
    await expect(titles(page, 'Done')).toBeFocused();

    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Book the freight by sea');
    await mara.call('PUT', `/tasks/${task.id}`, { description: 'Rotterdam confirms the slot' });
    await addTask('Choose the date');
    await expect(page.locator('[data-task-link]', { hasText: 'Choose the date' })).toBeAttached(SOON);
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Book the freight by sea');
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(titles(page, 'Done')).toHaveText(['Book the freight by sea']);
    await expect
      .poll(() => mara.call('GET', `/tasks/${task.id}`))
      .toMatchObject({
        title: 'Book the freight by sea',
        description: 'Rotterdam confirms the slot',
      });

    await page.locator('[data-task-link]', { hasText: 'Book the freight' }).press('Enter');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Book the freight by rail');
    await mara.call('DELETE', `/tasks/${task.id}`);
    await expect(dialog.getByText('This task doesn’t exist')).toBeVisible(SOON);
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Book the freight by rail');
  });

  test('keep the focus and the scroll position of a column', { tag: '@full' }, async ({ browser, baseURL }) => {
    const { mara, projectId, addTask, maras, wens } = await twoPeople(browser, baseURL);
    contexts = [maras, wens];
    const thirty = Array.from({ length: 30 }, (_, at) => ({ title: `Task ${at + 1}` }));
    const tasks = await addTasks<Named>(mara, projectId, thirty);
    const page = await openLive(wens, '/board');
    const list = page.locator('[data-column-list="TODO"]');
    const card = page.locator('[data-task-link]', { hasText: 'Task 15' });
    const place = () => card.evaluate((link) => Math.round(link.getBoundingClientRect().top));
    await expect(titles(page, 'To Do').first()).toHaveText('Task 1');
    await expect(async () => {
      await list.evaluate((element) => element.scrollBy(0, 400));
      await expect(card).toBeInViewport({ timeout: 200 });
    }).toPass();
    await focusOn(card);
    const top = await place();

    // Above the row, one task is removed, one is moved away and one becomes less high; below it, one is added.
    await mara.call('DELETE', `/tasks/${tasks[1]?.id}`);
    await mara.call('PATCH', `/tasks/${tasks[2]?.id}/status`, { status: 'DONE' });
    await mara.call('PUT', `/tasks/${tasks[3]?.id}`, { title: 'A title of two lines, '.repeat(4) });
    await addTask('Task 31');
    await expect(titles(page, 'Done')).toHaveText(['Task 3'], SOON);
    await expect(page.locator('[data-column="TODO"] [data-count="29"]')).toBeVisible(SOON);
    await expect.poll(place).toBe(top);
    await expect(card).toBeFocused();
  });

  test('do not lose a change to an answer that is older', async ({ browser, baseURL }) => {
    const { mara, addTask, maras, wens } = await twoPeople(browser, baseURL);
    contexts = [maras, wens];
    const [stays, goes] = [await addTask('Stays'), await addTask('Goes')];
    const page = await openLive(maras, '/projects');
    // The server answers the board at once, and the network delays the answer.
    let isHolding = true;
    let answer = (): void => undefined;
    const held = new Promise<void>((begun) => {
      void page.route('**/graphql', async (route) => {
        if (!isHolding || !route.request().postData()?.includes('query Board(')) return route.continue();
        isHolding = false;
        const response = await route.fetch();
        const answered = new Promise<void>((done) => (answer = done));
        begun();
        await answered;
        return route.fulfill({ response });
      });
    });
    await page.getByRole('link', { name: 'Board', exact: true }).click();
    await held;
    await addTask('Comes');
    await mara.call('DELETE', `/tasks/${goes.id}`);
    await mara.call('POST', `/tasks/${stays.id}/comments`, { text: 'Well?' });
    // Time for the feed to report it.
    await page.waitForTimeout(500);
    answer();
    await expect(titles(page, 'To Do')).toHaveText(['Stays', 'Comes']);
    await expect(page.getByText('1 comment')).toBeAttached();
  });

  test('see a project appear and disappear with the membership', { tag: '@full' }, async ({ browser, baseURL }) => {
    const { mara, wen, maras, wens } = await twoPeople(browser, baseURL);
    contexts = [maras, wens];
    const secret = await mara.call<Named>('POST', '/projects', { name: 'Surprise' });
    const task = await mara.call<Named>('POST', '/tasks', { projectId: secret.id, title: 'Bake', priority: 'LOW' });
    const list = await openLive(wens, '/projects');
    const board = await openLive(wens, '/board');
    await expect(list.getByRole('link', { name: 'Surprise' })).toHaveCount(0);

    await mara.call('POST', `/projects/${secret.id}/members`, { userId: wen.id });
    await expect(list.getByRole('link', { name: 'Surprise' }).first()).toBeVisible(SOON);
    await expect(titles(board, 'To Do')).toHaveText(['Bake'], SOON);
    const page = await openLive(wens, `/projects/${secret.id}`);
    await expect(titles(page, 'To Do')).toHaveText(['Bake']);

    const frames: string[] = [];
    board.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload))));
    await board.reload();
    await expect(titles(board, 'To Do')).toHaveText(['Bake']);
    await mara.call('DELETE', `/projects/${secret.id}/members/${wen.id}`);
    await expect(list.getByRole('link', { name: 'Surprise' })).toHaveCount(0, SOON);
    await expect(titles(board, 'To Do')).toHaveCount(0, SOON);
    await expect(page.getByText('This project doesn’t exist or you don’t have access.')).toBeVisible(SOON);
    await mara.call('PUT', `/tasks/${task.id}`, { title: 'Bake the cake for Wen' });
    await board.waitForTimeout(500);
    expect(frames.join('')).not.toContain('Bake the cake');
  });

  test(
    'twenty changes during a gap arrive afterwards, in order, once',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const { mara, addTask, maras, wens } = await twoPeople(browser, baseURL);
      contexts = [maras, wens];
      const tasks = [];
      for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) tasks.push(await addTask(title));
      const [hers, his] = [await openLive(maras, '/board'), await openLive(wens, '/board')];
      await expect(titles(his, 'To Do')).toHaveText(['One', 'Two', 'Three', 'Four', 'Five']);

      await wens.setOffline(true);
      await expect(his.getByText('You’re offline. Changes are saved here and synced when you’re back.')).toBeVisible();
      const count = await twentyChanges(mara, tasks, addTask);
      await expect(titles(his, 'To Do')).toHaveText(['One', 'Two', 'Three', 'Four', 'Five']);
      await wens.setOffline(false);

      await expect(titles(his, 'In Review')).toHaveText(['Renamed again']);
      await expect(his.getByText('You’re offline.')).toBeHidden();
      await expect
        .poll(async () => JSON.stringify(await boardOf(his)) === JSON.stringify(await boardOf(hers)))
        .toBe(true);
      const live = await boardOf(his);
      expect(live.flat()).toHaveLength(count);
      await his.reload();
      await expect.poll(() => boardOf(his)).toEqual(live);
    },
  );

  test('after two gaps, each missed change is sent once', { tag: '@full' }, async ({ browser, baseURL }) => {
    const { mara, projectId, addTask, maras, wens } = await twoPeople(browser, baseURL);
    contexts = [maras, wens];
    const tasks = [];
    for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) tasks.push(await addTask(title));
    const his = await openLive(wens, '/board');
    await expect(titles(his, 'To Do')).toHaveCount(5);
    // Offline browsers still receive data on connections that were open before, so only new ones count.
    const sent: number[] = [];
    let cuts = 0;
    his.on('websocket', (socket) => {
      const born = cuts;
      socket.on('framereceived', ({ payload }) => {
        if (born !== cuts) return;
        const { payload: { data = {} } = {} } = JSON.parse(String(payload)) as {
          payload?: { data?: { changes?: { projectId: string; revision: number; kind: string } } };
        };
        if (data.changes?.projectId === projectId && data.changes.kind === 'CHANGES') sent.push(data.changes.revision);
      });
    });
    const revision = async () => (await mara.call<{ revision: number }>('GET', `/projects/${projectId}`)).revision;

    const start = await revision();
    for (const last of ['After the first gap', 'After the second gap']) {
      cuts += 1;
      await wens.setOffline(true);
      await expect(his.getByText('You’re offline. Changes are saved here and synced when you’re back.')).toBeVisible();
      if (last.includes('first')) await twentyChanges(mara, tasks, addTask);
      else for (let n = 1; n <= 20; n += 1) await mara.call('PUT', `/tasks/${tasks[4]?.id}`, { title: `Again ${n}` });
      await wens.setOffline(false);
      await expect(his.getByText('You’re offline.')).toBeHidden();
      await addTask(last);
      await expect(titles(his, 'To Do').last()).toHaveText(last);
    }
    const missed = Array.from({ length: (await revision()) - start }, (_, index) => start + 1 + index);
    expect(missed.length).toBeGreaterThan(40);
    expect(sent).toEqual(missed);
  });

  test('a notification read in one tab is read in the other', { tag: '@full' }, async ({ browser, baseURL }) => {
    const { mara, wen, addTask, wens, maras } = await twoPeople(browser, baseURL);
    contexts = [maras, wens];
    const [one, other] = [await openLive(wens, '/board'), await openLive(wens, '/projects')];
    const task = await addTask('Sign off the artwork');
    await mara.call('PATCH', `/tasks/${task.id}/assign`, { assigneeId: wen.id });
    await expect(bell(one, 2)).toBeVisible(SOON);
    await expect(bell(other, 2)).toBeVisible(SOON);

    await bell(one, 2).click();
    const notes = one.getByRole('dialog', { name: 'Notifications' });
    await expect(notes.getByRole('listitem')).toHaveCount(2);
    await notes.getByRole('link', { name: /assigned Sign off the artwork to you/ }).click();
    await expect(one.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Sign off the artwork');
    await expect(bell(other, 1)).toBeVisible(SOON);
    await expect(other).toHaveTitle(/^\(1\) Projects · /);
    await one.keyboard.press('Escape');

    await bell(other, 1).click();
    await other.getByRole('button', { name: 'More', exact: true }).click();
    await other.getByRole('menuitem', { name: 'Mark all read' }).click();
    await expect(bell(one, 0)).toBeVisible(SOON);
    await expect(other).toHaveTitle(/^Projects · /);
    await mara.call('PATCH', `/tasks/${task.id}/status`, { status: 'DONE' });
    const inbox = other.getByRole('dialog', { name: 'Notifications' });
    await expect(inbox.getByRole('listitem').first()).toContainText('moved Sign off the artwork to Done', SOON);
    await expect(inbox.getByRole('listitem')).toHaveCount(2);
    await expect(inbox.getByRole('button', { name: '+1 earlier' })).toBeVisible();

    await other.getByRole('button', { name: 'Delete notification' }).first().click();
    await expect(bell(one, 0)).toBeVisible(SOON);
    await other.getByRole('button', { name: 'More', exact: true }).click();
    await other.getByRole('menuitem', { name: 'Clear all' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Clear all' }).click();
    await bell(one, 0).click();
    await expect(one.getByRole('dialog').getByText('No notifications')).toBeVisible();
  });
});

test(
  'twenty changes during a server restart arrive afterwards, in order, once',
  { tag: '@full' },
  async ({ browser }) => {
    const port = await freePort();
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-live-'));
    const baseURL = `http://127.0.0.1:${port}`;
    let server = await startServer(port, dataDir);
    try {
      const { mara, addTask, maras, wens } = await twoPeople(browser, baseURL);
      const tasks = [];
      for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) tasks.push(await addTask(title));
      const his = await openLive(wens, '/board');
      await expect(titles(his, 'To Do')).toHaveText(['One', 'Two', 'Three', 'Four', 'Five']);

      await wens.setOffline(true);
      const before = await twentyChanges(mara, tasks, addTask);
      await server.stop();
      server = await startServer(port, dataDir);
      await addTask('After the restart');
      await wens.setOffline(false);

      await expect(titles(his, 'To Do').last()).toHaveText('After the restart', { timeout: 15_000 });
      const hers = await openLive(maras, '/board');
      await expect
        .poll(async () => JSON.stringify(await boardOf(his)) === JSON.stringify(await boardOf(hers)))
        .toBe(true);
      expect((await boardOf(his)).flat()).toHaveLength(before + 1);
      await Promise.all([maras.close(), wens.close()]);
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    }
  },
);
