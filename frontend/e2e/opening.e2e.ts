import { type Browser, expect, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { holdRequests } from './holdRequests.ts';
import { browserOf, newBrowser, newPerson } from './people.ts';
import { forEachTwoAtATime } from './screens.ts';

interface Named {
  id: string;
}

/** The requests of every page behind sign-in, over HTTP and over the socket. */
const FRAME = { Me: 1, UnreadCount: 1, Preferences: 1, Changes: 1, NotificationChanged: 1 };

/** After this time without a request, the page is settled. */
const STILL_MS = 1_500;

/** Records the requests of a page by name. */
function countReads(page: Page) {
  const reads: Record<string, number> = {};
  let last = Date.now();
  const note = (name: string | undefined): void => {
    last = Date.now();
    if (name !== undefined) reads[name] = (reads[name] ?? 0) + 1;
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/graphql') note(operationOf(request.postData() ?? ''));
  });
  // After a refusal because the server is busy, a page rightly asks once more.
  page.on('response', (response) => {
    const name = operationOf(response.request().postData() ?? '');
    if (response.status() === 503 && name !== undefined) reads[name] = (reads[name] ?? 0) - 1;
  });
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => note(operationOf(String(payload))));
    socket.on('framereceived', () => note(undefined));
  });
  const still = async (expected: readonly string[] = ['NotificationChanged']): Promise<Record<string, number>> => {
    await expect.poll(() => expected.filter((name) => !reads[name]), { timeout: 60_000 }).toEqual([]);
    await page.waitForLoadState('networkidle');
    await expect.poll(() => Date.now() - last > STILL_MS, { timeout: 60_000 }).toBe(true);
    return reads;
  };
  return { still };
}

const operationOf = (text: string): string | undefined => /"operationName":"(\w+)"/.exec(text)?.[1];

/** A person with a project and tasks, one of them overdue, and their browser. */
async function somebody(browser: Browser, baseURL = '') {
  const mara = await newPerson(baseURL, 'Mara');
  const project = await mara.call<Named>('POST', '/projects', { name: 'Tern launch' });
  const addTask = (title: string, more: object = {}): Promise<Named> =>
    mara.call('POST', '/tasks', { projectId: project.id, title, priority: 'MEDIUM', tags: [], ...more });
  const task = await addTask('Book freight', { assigneeId: mara.id });
  await addTask('Cut the teaser', { dueDate: new Date(Date.now() - 86_400_000).toISOString() });
  const context = await browserOf(browser, baseURL, mara);
  return { mara, project, task, addTask, context, consoleErrors: collectConsoleErrors(context) };
}

const DEEP = process.env.TEST_DEPTH === 'full';

/** The requests of an open task. */
const PANEL = { TaskPanel: 1, ProjectColumns: 1, Comments: 1, TaskHistory: 1 };

const PAGES: readonly [path: string, reads: Record<string, number>, isOfOthers?: true][] = [
  ['/board', { Board: 1, Projects: 1, TagColors: 1, TaskPeople: 1 }, true],
  ['/dashboard', { Dashboard: 1, TagColors: 1, ColumnsOfProjects: 1 }],
  ['/tasks', { Tasks: 1, Projects: 1, TagColors: 1, ColumnsOfProjects: 1 }],
  ['/tasks?assignee=me&sort=DUE_ASC', { Tasks: 1, Projects: 1, TagColors: 1, ColumnsOfProjects: 1 }, true],
  ['/projects', { Projects: 1, TagColors: 1, ProjectCounts: 1, ProjectFaces: 1 }],
  ['/projects/:id', { Project: 1, ProjectColumns: 1, Board: 1, Projects: 1, TagColors: 1, ProjectMembers: 1 }],
  ['/projects/:id/list', { Project: 1, Tasks: 1, Projects: 1, TagColors: 1, ColumnsOfProjects: 1, ProjectMembers: 1 }],
  ['/board?task=:task', { Board: 1, Projects: 1, TagColors: 1, TaskPeople: 1, ...PANEL }],
  ['/dashboard?task=:task', { Dashboard: 1, TagColors: 1, ColumnsOfProjects: 1, ...PANEL }, true],
  ['/tasks?task=:task', { Tasks: 1, Projects: 1, TagColors: 1, ColumnsOfProjects: 1, ...PANEL }, true],
  ['/projects/:id?task=:task', { Project: 1, Board: 1, Projects: 1, TagColors: 1, ProjectMembers: 1, ...PANEL }, true],
];
/** The long run opens all pages, the short one those with requests that no other page sends. */
const OPENED = PAGES.filter(([, , isOfOthers]) => DEEP || !isOfOthers);

test('an opened page sends each query once, including its feed', { tag: '@full' }, async ({ browser, baseURL }) => {
  const { mara, project, task, context } = await somebody(browser, baseURL);
  await context.close();
  const consoleErrors: string[][] = [];
  // A new browser for each page: another open tab could give the page data that it would request.
  await forEachTwoAtATime(OPENED, async ([pattern, reads]) => {
    const own = await browserOf(browser, baseURL ?? '', mara);
    consoleErrors.push(collectConsoleErrors(own));
    const page = await own.newPage();
    const { still } = countReads(page);
    await page.goto(pattern.replace(':id', project.id).replace(':task', task.id));
    const once = { ...FRAME, ...reads };
    expect(await still(Object.keys(once)), pattern).toEqual(once);
    await own.close();
  });
  expect(consoleErrors.flat()).toEqual([]);
});

test('a change between the queries of a page and the start of its feed is shown', async ({ browser, baseURL }) => {
  const { mara, task, addTask, context } = await somebody(browser, baseURL);
  const page = await context.newPage();
  const { still } = countReads(page);
  const titles = (column: string) =>
    page.getByRole('region', { name: column, exact: true }).locator('[data-task-link]');
  const change = async (): Promise<void> => {
    await mara.call('PUT', `/tasks/${task.id}`, { title: 'Book the freight', status: 'DONE' });
    await addTask('Choose the date');
  };
  const shows = async (): Promise<void> => {
    await expect(titles('To Do')).toHaveText(['Cut the teaser', 'Choose the date']);
    await expect(titles('Done')).toHaveText(['Book the freight']);
  };

  // The feed cannot begin before its code is here.
  const begin = await holdRequests(page, '**/assets/Background-*.js');
  await page.goto('/board');
  await expect(titles('To Do')).toHaveText(['Book freight', 'Cut the teaser']);
  await change();
  begin();
  await shows();
  expect(await still()).toMatchObject({ Board: 1, Changes: 1 });
  await context.close();
});

test('a change during the query of a page is shown', { tag: '@full' }, async ({ browser, baseURL }) => {
  const { mara, task, context } = await somebody(browser, baseURL);
  const page = await context.newPage();
  const { still } = countReads(page);
  await page.route('**/graphql', async (route) => {
    if (operationOf(route.request().postData() ?? '') !== 'Board') return route.continue();
    const answer = await route.fetch();
    await mara.call('DELETE', `/tasks/${task.id}`);
    return route.fulfill({ response: answer });
  });
  await page.goto('/board');
  await expect(page.locator('[data-task-link]')).toHaveText(['Cut the teaser']);
  expect(await still()).toMatchObject({ Board: 1 });
  await context.close();
});

test('a person who signs in sees the latest state', { tag: '@full' }, async ({ browser, baseURL }) => {
  const { mara, addTask, context } = await somebody(browser, baseURL);
  await context.close();
  const visitor = await newBrowser(browser, { baseURL, viewport: { width: 1400, height: 900 } });
  const page = await visitor.newPage();
  const { still } = countReads(page);
  await page.goto('/board');
  await page.getByLabel('Email').fill(mara.email);
  await page.getByLabel('Password', { exact: true }).fill('Secret123');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.locator('[data-task-link]')).toHaveText(['Book freight', 'Cut the teaser']);
  const reads = await still();
  expect(reads).toMatchObject({ Board: 1, Projects: 1, UnreadCount: 1, Preferences: 1, Changes: 1 });
  await addTask('Heard');
  await expect(page.locator('[data-task-link]')).toHaveText(['Book freight', 'Cut the teaser', 'Heard']);
  expect(reads.Board).toBe(1);
  await visitor.close();
});

test('an invalid token redirects to /login with a message, and then back', async ({ browser, baseURL }) => {
  const { mara, context } = await somebody(browser, baseURL);
  await context.close();
  const stranger = await newBrowser(browser, { baseURL });
  const page = await stranger.newPage();
  const { still } = countReads(page);
  await page.clock.install();
  // A page without the app: /login itself would send requests with the token, and end the session before the page is
  // opened.
  await page.goto('/robots.txt');
  await page.evaluate(() => localStorage.setItem('token', 'expired'));
  const loginComes = await holdRequests(page, '**/assets/LoginPage-*.js');
  await page.goto('/tasks?assignee=me', { waitUntil: 'commit' });
  const message = page.getByText('Session expired. Please login again.');
  await expect(message).toHaveCount(1);
  // The message ends before the login page is there.
  await page.clock.fastForward(6_000);
  await expect(message).toHaveCount(0);
  loginComes();
  await expect(page.getByLabel('Email')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(message).toHaveCount(1);
  await page.getByLabel('Email').fill(mara.email);
  await page.getByLabel('Password', { exact: true }).fill('Secret123');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/tasks?assignee=me');
  await expect(page.locator('[data-task-link]')).toHaveText(['Book freight']);
  expect(await still()).toMatchObject({ Tasks: 1 });
  await stranger.close();
});
