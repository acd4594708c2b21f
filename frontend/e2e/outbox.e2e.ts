import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { browserOf, newBrowser, newPerson, newTeam, openLive, PASSWORD, type Person, signIn } from './people.ts';
import { freePort, startServer } from './server.ts';

interface Task {
  id: string;
  title: string;
  description: string;
  status: string;
}
interface Entry {
  entity: string;
  action: string;
  entityId: string;
  fields: Record<string, unknown>;
}

/** The maximum time until waiting changes are sent: the sender tries again every few seconds. */
const SENT = { timeout: 60_000 };

const pill = (page: Page, words: string | RegExp = /pending|couldn’t be saved/): Locator =>
  page.getByRole('button', { name: words });
const panel = (page: Page): Locator => page.getByRole('dialog');
const title = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Title' });
const description = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Description' });
const link = (page: Page, text: string): Locator => page.getByRole('link', { name: text, exact: true });
const column = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

const choose = async (page: Page, fact: string, option: string): Promise<void> => {
  await panel(page).getByRole('combobox', { name: fact }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const rename = async (page: Page, text: string): Promise<void> => {
  await title(page).fill(text);
  await title(page).press('Enter');
};
const comment = async (page: Page, text: string): Promise<void> => {
  const field = panel(page).getByRole('textbox', { name: 'Comment' });
  await field.fill(text);
  await panel(page).getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(panel(page).getByText(text)).toBeVisible();
};
const openTask = async (page: Page, name: string): Promise<void> => {
  await link(page, name).click();
  await expect(title(page)).toHaveValue(name);
  // the last that comes of it
  await expect(panel(page).getByText('created the task')).toBeVisible();
};
const close = async (page: Page): Promise<void> => {
  await panel(page).getByRole('button', { name: 'Close' }).click();
  await expect(panel(page)).toHaveCount(0);
};
const move = async (page: Page, name: string, to: string): Promise<void> => {
  await link(page, name).hover();
  await page.getByRole('button', { name: `Move ${name}` }).click();
  await page.getByRole('menuitem', { name: to, exact: true }).click();
  await expect(column(page, to).getByRole('link', { name, exact: true })).toBeVisible();
};
const create = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: 'New Task' }).first().click();
  await panel(page).getByRole('textbox', { name: 'Title' }).fill(name);
  await page.getByRole('button', { name: 'Create Task' }).click();
  await expect(link(page, name)).toBeVisible();
};

const isWrite = (body: string | null): boolean => /"query":"mutation /.test(body ?? '');
/** Pages can be read but not written, as if a proxy is up and the server behind it is not. */
const blockWrites = (context: BrowserContext) =>
  context.route('**/graphql', (route) =>
    isWrite(route.request().postData()) ? route.fulfill({ status: 502, body: 'Bad Gateway' }) : route.fallback(),
  );

/** The changes in a project, oldest first: which fields of which object. */
const logOf = async (person: Person, projectId: string): Promise<string[]> => {
  const entries = await person.call<Entry[]>('GET', `/projects/${projectId}/activity?limit=100`);
  return entries.toReversed().map(
    ({ entity, action, fields }) =>
      `${entity} ${action} ${Object.keys(fields ?? {})
        .toSorted()
        .join()}`,
  );
};

const TASKS = Array.from({ length: 10 }, (_, at) => `Task ${String(at + 1).padStart(2, '0')}`);

// The tests share nothing and are among the last to begin: running them in parallel keeps all workers busy to the end.
test.describe.configure({ mode: 'parallel' });

/** The long run waits with thirty changes. */
const DEEP = process.env.TEST_DEPTH === 'full';
const PER_TASK = DEEP ? 6 : 4;
/** What is moved to Done, and what is made on the board. */
const MOVED = DEEP ? ['Task 04', 'Task 05', 'Task 06'] : ['Task 04', 'Task 05'];
const MADE = DEEP ? ['New 1', 'New 2', 'New 3'] : ['New 1', 'New 2'];
const IN_LIST = 3 * PER_TASK + 1;
/** And one new title and four more moves. */
const IN_ALL = IN_LIST + MOVED.length + MADE.length + 5;

test('changes in two offline tabs are queued, survive both, and are sent once, in order; a conflict is shown', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const url = baseURL ?? '';
  const { mara, wen, projectId } = await newTeam(url);
  const ids: string[] = [];
  for (const name of TASKS) {
    const task = await wen.call<Task>('POST', '/tasks', { projectId, title: name, priority: 'LOW' });
    ids.push(task.id);
  }
  await wen.call('PATCH', `/tasks/${ids[9]}/assign`, { assigneeId: mara.id });
  const taskNow = (at: number) => mara.call<Task>('GET', `/tasks/${ids[at]}`);

  const context = await browserOf(browser, url, mara, { fetchesAhead: true });
  const list = await openLive(context, '/tasks');
  // Opens everything that is used without a connection later.
  for (const name of ['Task 01', 'Task 02', 'Task 03']) {
    await openTask(list, name);
    await close(list);
  }
  await list.getByRole('button', { name: /^Notifications/ }).click();
  await expect(list.getByRole('button', { name: 'Mark as read' })).toBeVisible();
  await list.keyboard.press('Escape');
  const board = await openLive(context, '/board');
  await openTask(board, 'Task 01');
  await close(board);
  await board.getByRole('button', { name: 'New Task' }).first().click();
  await expect(panel(board).getByRole('combobox', { name: 'Project' })).toContainText('Tern launch');
  await panel(board).getByRole('button', { name: 'Cancel' }).click();
  const before = (await logOf(mara, projectId)).length;

  await context.setOffline(true);
  for (const [at, name] of ['Task 01', 'Task 02', 'Task 03'].entries()) {
    await link(list, name).click();
    await rename(list, `${name} renamed`);
    await description(list).fill(`About ${name}`);
    await description(list).press('Control+Enter');
    await choose(list, 'Status', 'In Progress');
    await comment(list, `First of ${name}`);
    if (DEEP) {
      await choose(list, 'Priority', 'High');
      await comment(list, `Second of ${name}`);
    }
    await expect(pill(list, `${(at + 1) * PER_TASK} changes pending`)).toBeVisible();
    await close(list);
  }
  await list.getByRole('button', { name: /^Notifications/ }).click();
  await list.getByRole('button', { name: 'Mark as read' }).first().click();
  await expect(pill(list, `${IN_LIST} changes pending`)).toBeVisible();

  // The other tab shows the changes of this one, and continues from there.
  await expect(pill(board, `${IN_LIST} changes pending`)).toBeVisible();
  await expect(column(board, 'In Progress').getByRole('link')).toHaveText([/01 renamed/, /02 renamed/, /03 renamed/]);
  await link(board, 'Task 01 renamed').click();
  await rename(board, 'Task 01 once more');
  await close(board);
  for (const name of MOVED) await move(board, name, 'Done');
  for (const name of MADE) await create(board, name);
  await move(board, 'New 2', 'In Review');
  await move(board, 'Task 07', 'In Review');
  await move(board, 'New 2', 'Done');
  await move(board, 'Task 08', 'In Progress');
  await expect(pill(board, `${IN_ALL} changes pending`)).toBeVisible();
  await expect(pill(list, `${IN_ALL} changes pending`)).toBeVisible();
  // Meanwhile another person changes one of the same fields, and another field of the same task.
  await wen.call('PUT', `/tasks/${ids[1]}`, { description: 'By Wen' });
  await wen.call('PUT', `/tasks/${ids[2]}`, { tags: ['wen'] });

  await list.close();
  await board.close();
  await blockWrites(context);
  await context.setOffline(false);
  const again = await openLive(context, '/board');
  await expect(pill(again, `${IN_ALL} changes pending`)).toBeVisible();
  // The last that was done comes first.
  await expect(column(again, 'Done').getByRole('link')).toHaveText(['New 2', ...MOVED.toReversed()]);
  await expect(link(again, 'Task 01 once more')).toBeVisible();
  await pill(again).click();
  const waiting = again.getByRole('list', { name: 'Changes, in sync order' });
  await expect(waiting.getByRole('listitem')).toHaveCount(IN_ALL);
  await expect(waiting.getByRole('listitem').first()).toContainText('Rename “Task 01” to “Task 01 renamed”');
  await context.unrouteAll();
  await again.getByRole('button', { name: 'Sync now' }).click();

  const conflict = again.getByRole('alert', { name: 'Someone else changed this too' });
  await expect(waiting.getByRole('listitem')).toHaveCount(1, SENT);
  const log = (await logOf(mara, projectId)).slice(before);
  const texts = (n: number) => [
    'TASK UPDATED title',
    ...(n === 2 ? [] : ['TASK UPDATED description']),
    expect.stringMatching(/^TASK UPDATED .*status/),
    expect.stringMatching(/^COMMENT CREATED/),
    ...(DEEP ? ['TASK UPDATED priority', expect.stringMatching(/^COMMENT CREATED/)] : []),
  ];
  const moved = expect.stringMatching(/^TASK UPDATED .*status/);
  const made = expect.stringMatching(/^TASK CREATED/);
  expect(log).toEqual([
    'TASK UPDATED description',
    'TASK UPDATED tags',
    ...texts(1),
    ...texts(2),
    ...texts(3),
    'TASK UPDATED title',
    ...MOVED.map(() => moved),
    ...MADE.map(() => made),
    moved,
    moved,
    moved,
    moved,
  ]);
  expect(await taskNow(0)).toMatchObject({ title: 'Task 01 once more', description: 'About Task 01' });
  expect(await taskNow(1)).toMatchObject({ title: 'Task 02 renamed', description: 'By Wen' });
  expect(await taskNow(2)).toMatchObject({ description: 'About Task 03', tags: ['wen'] });

  // Both texts are shown, and the person chooses one.
  await expect(conflict).toContainText('About Task 02');
  await expect(conflict).toContainText('By Wen');
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => taskNow(1), SENT).toMatchObject({ description: 'About Task 02' });
  await expect(again.getByText('Nothing pending')).toBeVisible();
  await context.close();
});

test(
  'a queued comment is shown in its task, also if the earlier comments could not be loaded',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    const mara = await newPerson(url, 'Mara');
    const project = await mara.call<Task>('POST', '/projects', { name: 'Tern launch' });
    const task = { projectId: project.id, title: 'Press kit', priority: 'LOW' };
    const { id } = await mara.call<Task>('POST', '/tasks', task);
    const context = await browserOf(browser, url, mara, { fetchesAhead: true });
    const page = await openLive(context, '/tasks');
    const isActivity = (body: string | null): boolean => /"query":"query (?:Comments|TaskHistory)\b/.test(body ?? '');
    await context.route('**/graphql', (route) =>
      isActivity(route.request().postData()) ? route.abort() : route.fallback(),
    );
    await link(page, 'Press kit').click();
    const failed = panel(page).getByText('Network error. Please check your connection.');
    await expect(failed).toBeVisible();
    await context.setOffline(true);
    await comment(page, 'Said on the train');
    await expect(pill(page, '1 change pending')).toBeVisible();
    await expect(failed).toBeVisible();
    await context.unroute('**/graphql');
    await context.setOffline(false);
    await expect(panel(page).getByText('created the task')).toBeVisible(SENT);
    await expect(pill(page)).toHaveCount(0, SENT);
    await expect(panel(page).getByText('Said on the train')).toHaveCount(1);
    const said = await mara.call<{ text: string }[]>('GET', `/tasks/${id}/comments`);
    expect(said.map(({ text }) => text)).toEqual(['Said on the train']);
    await context.close();
  },
);

test('a server killed during the sending applies each write exactly once', { tag: '@full' }, async ({ browser }) => {
  test.slow();
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-e2e-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server = await startServer(port, dataDir);
  try {
    const mara = await newPerson(url, 'Mara');
    const { id: projectId } = await mara.call<Task>('POST', '/projects', { name: 'Tern launch' });
    const { id } = await mara.call<Task>('POST', '/tasks', { projectId, title: 'Task', priority: 'LOW' });
    const context = await browserOf(browser, url, mara, { fetchesAhead: true });
    const page = await openLive(context, '/tasks');
    await openTask(page, 'Task');
    const before = (await logOf(mara, projectId)).length;
    await context.setOffline(true);
    for (let n = 1; n <= 5; n += 1) {
      await comment(page, `Said ${n}`);
      await rename(page, `Title ${n}`);
    }
    await expect(pill(page, '10 changes pending')).toBeVisible();

    // The server has done the fourth write and dies before it can answer.
    let count = 0;
    const killed = new Promise<void>((done) => {
      void context.route('**/graphql', async (route) => {
        if (!isWrite(route.request().postData())) return route.fallback();
        count += 1;
        if (count < 4) return route.fallback();
        if (count === 4) {
          await route.fetch();
          await server.kill();
          done();
        }
        return route.abort();
      });
    });
    await context.setOffline(false);
    await killed;
    await context.unrouteAll();
    server = await startServer(port, dataDir);
    await expect(pill(page)).toHaveCount(0, SENT);
    const said = await mara.call<{ text: string }[]>('GET', `/tasks/${id}/comments`);
    expect(said.map(({ text }) => text)).toEqual(['Said 1', 'Said 2', 'Said 3', 'Said 4', 'Said 5']);
    const log = (await logOf(mara, projectId)).slice(before);
    expect(log.map((line) => line.split(' ')[0])).toEqual(said.flatMap(() => ['COMMENT', 'TASK']));
    expect((await mara.call<Task>('GET', `/tasks/${id}`)).title).toBe('Title 5');
    await context.close();
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
});

test(
  'the queue belongs to its author: sign-out asks about it, and it is kept until their next session',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    test.slow();
    const url = baseURL ?? '';
    const mara = await newPerson(url, 'Mara');
    const wen = await newPerson(url, 'Wen');
    const { id: projectId } = await mara.call<Task>('POST', '/projects', { name: 'Tern launch' });
    const { id } = await mara.call<Task>('POST', '/tasks', { projectId, title: 'Task', priority: 'LOW' });
    await mara.call('POST', `/projects/${projectId}/members`, { userId: wen.id });
    const titleNow = async () => (await mara.call<Task>('GET', `/tasks/${id}`)).title;

    const context = await newBrowser(browser, { baseURL: url, viewport: { width: 1400, height: 900 } });
    const page = await context.newPage();
    const enter = async ({ email }: Person): Promise<void> => {
      await signIn(page, email, PASSWORD);
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
    };
    const writeOffline = async (text: string): Promise<void> => {
      await page.goto(`/tasks?task=${id}`);
      await expect(panel(page).getByRole('textbox', { name: 'Comment' })).toBeVisible();
      await rename(page, text);
      await expect(pill(page, '1 change pending')).toBeVisible();
      await close(page);
    };
    const pressSignOut = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
    };
    const blockRenames = () =>
      context.route('**/graphql', (route) =>
        /mutation UpdateTask\b/.test(route.request().postData() ?? '') ? route.abort() : route.fallback(),
      );

    // Signing out asks first; discarded changes are lost for good.
    await enter(mara);
    await blockRenames();
    await writeOffline('Dropped');
    await pressSignOut();
    const question = page.getByRole('alertdialog', { name: '1 change not synced' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(pill(page, '1 change pending')).toBeVisible();
    await pressSignOut();
    await question.getByRole('button', { name: 'Discard and sign out' }).click();
    await expect(page).toHaveURL('/login');
    await context.unrouteAll();
    await enter(mara);
    await page.goto('/tasks');
    await expect(link(page, 'Task')).toBeVisible();
    await expect(pill(page)).toHaveCount(0);

    // After undo, the change is no longer shown; redo shows it again.
    await blockRenames();
    await writeOffline('Sealed');
    await pill(page).click();
    await page.getByRole('button', { name: 'Discard: Rename “Task” to “Sealed”' }).click();
    await expect(page.getByText('Nothing pending')).toBeVisible();
    await expect(page.locator('[data-task-link]')).toHaveText(['Task']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Escape');
    await expect(pill(page, '1 change pending')).toBeVisible();

    // The sign-in is ended elsewhere: waiting changes stay, and the next person neither sees nor sends them.
    await mara.call('DELETE', '/auth/sessions');
    await expect(page).toHaveURL(/\/login/, SENT);
    await context.unrouteAll();
    await enter(wen);
    await page.goto('/tasks');
    await expect(link(page, 'Task')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(pill(page)).toHaveCount(0);
    expect(await titleNow()).toBe('Task');
    await pressSignOut();
    await expect(page).toHaveURL('/login');
    await enter(mara);
    await expect.poll(titleNow, SENT).toBe('Sealed');
    await expect(pill(page)).toHaveCount(0);
    await context.close();
  },
);
