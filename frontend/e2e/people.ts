import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { slowness } from './slowness.ts';

/** A person with an account, who can also use the API. */
export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
  call: <Data>(method: string, path: string, body?: object) => Promise<Data>;
}

const caller =
  (baseURL: string, token?: string): Person['call'] =>
  async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const answer = await fetch(`${baseURL}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    const { data } = (text ? JSON.parse(text) : {}) as { data: Data };
    return data;
  };

/** The password of all people in the tests. */
export const PASSWORD = 'Secret123';

/** Registers a new person by the API. */
export async function newPerson(baseURL: string, firstName: string): Promise<Person> {
  const username = `${firstName.toLowerCase()}-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${username}@example.com`;
  const { user, tokens } = await caller(baseURL)<{ user: { id: string }; tokens: { accessToken: string } }>(
    'POST',
    '/auth/register',
    { firstName, lastName: 'Stone', username, email, password: PASSWORD },
  );
  const token = tokens.accessToken;
  return { id: user.id, name: `${firstName} Stone`, email, token, call: caller(baseURL, token) };
}

/** Signs a person in who has an account. */
export async function signInByApi(baseURL: string, email: string): Promise<Person> {
  const { user, tokens } = await caller(baseURL)<{
    user: { id: string; name: string };
    tokens: { accessToken: string };
  }>('POST', '/auth/login', { email, password: PASSWORD });
  const token = tokens.accessToken;
  return { id: user.id, name: user.name, email, token, call: caller(baseURL, token) };
}

/** Registers Mara, who makes a project, and Wen, who is a member of it. */
export async function newTeam(baseURL: string, project: object = { name: 'Tern launch' }) {
  const [mara, wen] = [await newPerson(baseURL, 'Mara'), await newPerson(baseURL, 'Wen')];
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', project);
  await mara.call('POST', `/projects/${projectId}/members`, { userId: wen.id });
  return { mara, wen, projectId };
}

/** The maximum number of tasks that one call creates. */
const MANY = 200;

/** Creates tasks in a project, in this order, with few calls. */
export async function addTasks<Task extends { id: string }>(
  { call }: Person,
  projectId: string,
  tasks: readonly ({ title: string } & Record<string, unknown>)[],
): Promise<Task[]> {
  const made: Task[] = [];
  for (let from = 0; from < tasks.length; from += MANY) {
    const next = tasks.slice(from, from + MANY).map((task) => ({ priority: 'LOW', tags: [], ...task }));
    made.push(...(await call<{ tasks: Task[] }>('POST', '/tasks/bulk', { projectId, tasks: next })).tasks);
  }
  return made;
}

/**
 * Makes the pages of a browser behave as for people who save data: they do not prefetch what may be opened next, which
 * is more than half of the files of each page and a third of the time to open it. With TEST_DEPTH=full all pages
 * prefetch.
 */
async function turnOnDataSaver(context: BrowserContext): Promise<void> {
  if (process.env.TEST_DEPTH === 'full') return;
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
  });
}

/**
 * Slows the processor down for the pages of a browser by the factor `slowness`, to find what fails only on slow
 * machines.
 */
function slowsDown(context: BrowserContext): void {
  if (slowness === 1) return;
  context.on('page', (page) => {
    const slowed = context
      .newCDPSession(page)
      .then((session) => session.send('Emulation.setCPUThrottlingRate', { rate: slowness }));
    // The page may have been closed before.
    slowed.catch(() => undefined);
  });
}

/** `fetchesAhead` is for tests that cut the connection and then open something. */
type BrowserOptions = BrowserContextOptions & { fetchesAhead?: boolean };

/** Returns a browser without a sign-in. */
export async function newBrowser(
  browser: Browser,
  { fetchesAhead = false, ...options }: BrowserOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  slowsDown(context);
  if (!fetchesAhead) await turnOnDataSaver(context);
  return context;
}

/** Returns a browser in which a person is signed in. */
export async function browserOf(
  browser: Browser,
  baseURL: string,
  { token }: Person,
  options: BrowserOptions = {},
): Promise<BrowserContext> {
  const context = await newBrowser(browser, { baseURL, viewport: { width: 1400, height: 900 }, ...options });
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  return context;
}

/** Signs in at /login, up to the password. */
export const signIn = async (page: Page, email: string, password: string): Promise<void> => {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Signs out by the account menu. */
export const signOut = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
};

/** Opens a page and waits until the feed has begun and its first answers have arrived. */
export async function openLive(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  // A busy page may give up on its first connection and make another.
  const live = new Promise<void>((done) =>
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('SYNC')) done();
      }),
    ),
  );
  await page.goto(path);
  await live;
  await page.waitForLoadState('networkidle');
  return page;
}

/** The history entry of a closed dialog is removed a moment later. */
export async function historySettled(page: Page): Promise<void> {
  await page.waitForFunction(() => (history.state as { isLayer?: boolean } | null)?.isLayer === undefined);
}

/** Waits for the code that queues writes without a network, which is loaded after the page. */
export const outboxLoaded = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some((it) => it.name.includes('/outboxLink-') && (it as PerformanceResourceTiming).responseEnd > 0),
  );
