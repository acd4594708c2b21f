import { type Browser, expect, type Page, test } from '@playwright/test';
import { complaintsOf } from './complaints.ts';
import { browserOf, newPerson } from './people.ts';

interface Named {
  id: string;
}

/** What every page behind sign-in asks for, over HTTP and over the socket. */
const FRAME = { Me: 1, UnreadCount: 1, Preferences: 1, Changes: 1, NotificationChanged: 1 };

/** Nothing has been asked for so long: the page stands still. */
const STILL_MS = 1_500;

/** What a page asks for, by name, from now on. */
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
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => note(operationOf(String(payload))));
    socket.on('framereceived', () => note(undefined));
  });
  const still = async (): Promise<Record<string, number>> => {
    await expect.poll(() => reads.NotificationChanged).toBeDefined();
    await page.waitForLoadState('networkidle');
    await expect.poll(() => Date.now() - last > STILL_MS, { timeout: 15_000 }).toBe(true);
    return reads;
  };
  return { still };
}

const operationOf = (text: string): string | undefined => /"operationName":"(\w+)"/.exec(text)?.[1];

/** Somebody with a project and tasks in it, one of them late, and a browser of theirs. */
async function somebody(browser: Browser, baseURL = '') {
  const mara = await newPerson(baseURL, 'Mara');
  const project = await mara.call<Named>('POST', '/projects', { name: 'Tern launch' });
  const addTask = (title: string, more: object = {}): Promise<Named> =>
    mara.call('POST', '/tasks', { projectId: project.id, title, priority: 'MEDIUM', tags: [], ...more });
  const task = await addTask('Book freight', { assigneeId: mara.id });
  await addTask('Cut the teaser', { dueDate: new Date(Date.now() - 86_400_000).toISOString() });
  const context = await browserOf(browser, baseURL, mara);
  return { mara, project, task, addTask, context, complaints: complaintsOf(context) };
}

const PAGES: readonly [path: string, reads: Record<string, number>][] = [
  ['/board', { Board: 1, Projects: 1 }],
  ['/dashboard', { Dashboard: 1 }],
  ['/tasks', { Tasks: 1, Projects: 1 }],
  ['/tasks?assignee=me&sort=DUE_ASC', { Tasks: 1, Projects: 1 }],
  ['/projects', { Projects: 1 }],
  ['/projects/:id', { Project: 1, Board: 1, ProjectMembers: 1 }],
  ['/projects/:id/list', { Project: 1, Tasks: 1, Projects: 1, ProjectMembers: 1 }],
  ['/board?task=:task', { Board: 1, Projects: 1, TaskPanel: 1, Comments: 1 }],
  ['/dashboard?task=:task', { Dashboard: 1, TaskPanel: 1, Comments: 1 }],
  ['/tasks?task=:task', { Tasks: 1, Projects: 1, TaskPanel: 1, Comments: 1 }],
  ['/projects/:id?task=:task', { Project: 1, Board: 1, ProjectMembers: 1, TaskPanel: 1, Comments: 1 }],
];

test('a page that is opened asks for each thing once, its feed included', async ({ browser, baseURL }) => {
  test.setTimeout(120_000);
  const { project, task, context, complaints } = await somebody(browser, baseURL);
  for (const [pattern, reads] of PAGES) {
    const page = await context.newPage();
    const { still } = countReads(page);
    await page.goto(pattern.replace(':id', project.id).replace(':task', task.id));
    expect(await still(), pattern).toEqual({ ...FRAME, ...reads });
    await page.close();
  }
  await context.close();
  expect(complaints).toEqual([]);
});
