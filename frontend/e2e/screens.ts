import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { invitationTo } from './mail.ts';
import { ADMINISTRATOR, administrator } from './administrator.ts';
import { newBrowser, newPerson, PASSWORD, type Person } from './people.ts';

/** A person with data of every kind: overdue, done and long tasks, a second member, comments, unread notifications. */
export interface World {
  person: Person;
  projectId: string;
  archivedId: string;
  taskId: string;
  /** The id of the second member. */
  otherId: string;
  /** The link of an invitation to the project, with its token. */
  invitationPath: string;
  /** An import after its dry run. */
  importId: string;
}

/** Long texts without a place to break, as people paste them. */
const LONG = 'Überprüfung-der-Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel-2026';

/** Creates the data by the API. */
export async function newWorld(baseURL: string): Promise<World> {
  const person = await newPerson(baseURL, 'Mara');
  const other = await newPerson(baseURL, 'Ines');
  // so that the administrators' pages have content
  const admin = await administrator(baseURL);
  const proof = { currentPassword: PASSWORD };
  await admin.call('PUT', `/admin/accounts/${person.id}/admin`, { ...proof, isAdmin: true });
  const project = await person.call<{ id: string }>('POST', '/projects', {
    name: 'Tern launch',
    description: 'Everything that has to be true on the morning of December 1.',
    color: '#8c5fa8',
  });
  await person.call('POST', `/projects/${project.id}/members`, { userId: other.id });
  const task = (fields: object) =>
    person.call<{ id: string }>('POST', '/tasks', { projectId: project.id, priority: 'MEDIUM', tags: [], ...fields });
  const { id: taskId } = await task({
    title: 'Choose the date',
    description: 'Before the *freight* is booked: https://example.com/freight',
    tags: ['launch', 'copy', 'web', 'press'],
    priority: 'URGENT',
    dueDate: new Date(Date.now() - 2 * 86_400_000).toISOString(),
  });
  await task({ title: LONG, description: LONG, tags: [LONG.slice(0, 30)], priority: 'HIGH', status: 'IN_PROGRESS' });
  await task({ title: 'Sign off', status: 'IN_REVIEW', priority: 'LOW', assigneeId: other.id });
  await task({ title: 'Book freight', status: 'DONE', dueDate: new Date(Date.now() + 86_400_000).toISOString() });
  await other.call('POST', `/tasks/${taskId}/comments`, { text: `Well? ${LONG}` });
  await other.call('PATCH', `/tasks/${taskId}/assign`, { assigneeId: person.id });
  const email = `guest-${Date.now()}@yard.example`;
  await person.call('POST', `/projects/${project.id}/invitations`, { email });
  const { pathname, search } = new URL(await invitationTo(email));
  const gone = await task({ title: `Order ${LONG}` });
  await person.call('DELETE', `/tasks/${gone.id}`);
  const archived = await person.call<{ id: string }>('POST', '/projects', { name: 'Last year', color: '#2f8068' });
  await person.call('POST', '/tasks', { projectId: archived.id, title: 'Kept', priority: 'LOW' });
  await person.call('POST', `/projects/${archived.id}/archive`);
  const { id: importId } = await person.call<{ id: string }>('POST', '/imports', { source: 'TRELLO' });
  await person.call('PUT', `/imports/${importId}/file`, {
    name: LONG,
    lists: [
      { id: 'a', name: LONG, pos: 1 },
      { id: 'b', name: 'Done', pos: 2 },
    ],
    members: [{ id: 'm', fullName: 'Ines Sol' }],
    cards: [
      { id: '1', name: LONG, idList: 'a', idMembers: ['m'], badges: { comments: 3 } },
      { id: '2', name: 'Old', idList: 'b', closed: true },
    ],
  });
  await expect
    .poll(async () => (await person.call<{ state: string }>('GET', `/imports/${importId}`)).state)
    .toBe('DONE');
  return {
    person,
    projectId: project.id,
    archivedId: archived.id,
    taskId,
    otherId: other.id,
    invitationPath: pathname + search,
    importId,
  };
}

export interface Screen {
  name: string;
  path: string;
  /** Whether the screen is for a signed-in person. */
  isInside: boolean;
}

const inside = (name: string, path: string): Screen => ({ name, path, isInside: true });
const outside = (name: string, path: string): Screen => ({ name, path, isInside: false });

const TABLE = readFileSync(join(import.meta.dirname, '../src/app/places.ts'), 'utf8');
/** The paths of all pages behind sign-in. Their table is read as text, because its code runs only in a browser. */
const PATHS = [...TABLE.matchAll(/\bplace\(\s*'([^']+)'/g)].map(([, path = '']) => path);

/** Every page of the app, and screens that look different from their page. */
export const listScreens = ({ projectId, archivedId, taskId, otherId, invitationPath, importId }: World): Screen[] => {
  const ids: Record<string, string | null> = {
    '/projects/:id': projectId,
    '/team/:id': otherId,
    '/admin/:id': 'log',
    '/import/:id': importId,
    // Whether the address redirects to another page.
    '/tasks/:id': null,
    '/views/:id': null,
  };
  const pages = PATHS.flatMap((path) => {
    const [start = ''] = /^.*:id/.exec(path) ?? [];
    if (start === '') return inside(path, path);
    const id = ids[start];
    if (id === undefined) throw new Error(`screens.ts has no id for ${path}`);
    return id === null ? [] : inside(path, path.replace(':id', id));
  });
  return [
    outside('login', '/login'),
    outside('register', '/register'),
    outside('forgot password', '/forgot-password'),
    outside('reset password', '/reset-password?token=unknown'),
    outside('verify e-mail', '/verify-email?token=unknown'),
    outside('revert e-mail', '/revert-email?token=unknown'),
    outside('a sign-in at a provider that is over', '/oidc?state=unknown'),
    outside('invitation, to register', invitationPath),
    outside('invitation that is over', '/invitation?token=unknown'),
    inside('invitation, to join', invitationPath),
    ...pages,
    inside('the projects of the server', '/admin/projects'),
    inside('sign-up and mail', '/admin/sign-up'),
    inside('the state of the server', '/admin/server'),
    inside('archived projects', '/projects?show=archived'),
    inside('an archived project', `/projects/${archivedId}`),
    inside('a missing project', '/projects/0190a1b2-0000-7000-8000-000000000000'),
    inside('tasks as a grid', '/tasks?view=grid'),
    inside('no tasks found', '/tasks?q=nothing-is-called-so'),
    inside('a week of the calendar', '/calendar?week=2026-W48'),
    inside('a task', `/board?task=${taskId}`),
  ];
};

/** The form in which a screen is shown: its width, theme and input. */
export interface Form {
  theme: 'light' | 'dark';
  width: number;
}

/** Returns a browser of that form, of a signed-in person or of a visitor. */
export async function openContext(
  browser: Browser,
  baseURL: string,
  { theme, width }: Form,
  person: Person | null,
): Promise<BrowserContext> {
  const context = await newBrowser(browser, {
    baseURL,
    viewport: { width, height: width < 600 ? 780 : 900 },
    reducedMotion: 'reduce',
    hasTouch: width < 600,
  });
  if (person) await person.call('PUT', '/auth/preferences', { theme: theme.toUpperCase() });
  await context.addInitScript(
    ({ token, theme }) => {
      if (token) localStorage.setItem('token', token);
      localStorage.setItem('theme', theme);
    },
    { token: person?.token ?? '', theme },
  );
  return context;
}

/**
 * Runs `work` for each of many items, two at a time: while one waits for the network, the other uses the processor.
 * `tabIn` returns a tab that is kept from one item to the next, because opening a page in a new tab, which is another
 * process, takes twice as long.
 */
export async function forEachTwoAtATime<Item>(
  items: readonly Item[],
  work: (item: Item, tabIn: (context: BrowserContext) => Promise<Page>) => Promise<void>,
): Promise<void> {
  const left = items.values();
  const lane = async (): Promise<void> => {
    const tabs = new Map<BrowserContext, Page>();
    const tabIn = async (context: BrowserContext): Promise<Page> => {
      const tab = tabs.get(context) ?? (await context.newPage());
      tabs.set(context, tab);
      return tab;
    };
    for (const item of left) await work(item, tabIn);
  };
  await Promise.all([lane(), lane()]);
}

/** Opens a screen and waits until it does not move any more. */
export async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Returns the elements that can be scrolled to sideways. */
export const findHorizontalScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolling = document.scrollingElement;
    if (scrolling && scrolling.scrollWidth > innerWidth) return ['the page'];
    // The sheet scrolls instead of the page, so an element beyond its right edge could be scrolled to.
    const sheets = [...document.querySelectorAll('main > div')];
    return sheets
      .filter((sheet) => sheet.scrollWidth > sheet.clientWidth && getComputedStyle(sheet).overflowX !== 'visible')
      .flatMap((sheet) =>
        [...sheet.querySelectorAll('*')]
          .filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            // In right-to-left layout, only elements beyond the left edge can be scrolled to.
            return document.documentElement.dir === 'rtl' ? left < -1 : right > innerWidth + 1;
          })
          .map((element) => element.outerHTML.slice(0, 120)),
      );
  });

/** Texts that are the same in all languages, and texts of Intl. */
const SAME =
  /^(?:Cairn|Trello|Planka|Vikunja|Todoist|Jira|Linear|Asana|Markdown|Slack|Discord|ntfy|Webhooks?|PostgreSQL|Node|GraphiQL|GraphQL|Ctrl|Enter|Esc|Space|Tab|Home|End|Delete|Backspace|Chrome|Chromium|Linux|English|Deutsch|Nederlands|Polski|Italiano|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|January|February|March|April|June|July|August|September|October|November|December|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|minutes?|hours?|days?|weeks?|months?|years?|byte|bytes|UTC)$/;

/**
 * Finds texts of a page in `en-XA` that are in no catalogue: they lack the accents of that language. Skips content of
 * people.
 */
export async function findEnglish(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const text = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent?.checkVisibility() && !parent.closest('code, pre, script, style, noscript'))
        texts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      for (const name of ['aria-label', 'placeholder', 'title']) texts.push(element.getAttribute(name) ?? '');
    }
    return texts.join(' \u2028 ');
  });
  const words = text
    .replaceAll(/https?:\S+|\S+@\S+|[\w-]+(?:\.[\w-]+)+|\/\S+/g, ' ')
    .match(/(?<![\p{L}\p{N}_-])[A-Za-z]{3,}(?![\p{L}\p{N}_-])/gu);
  // Without one of these letters, a word is the same with and without accents.
  const plain = (words ?? []).filter((word) => /[aceinorsuy]/i.test(word) && /[a-z]/.test(word));
  return [...new Set(plain)].filter((word) => !SAME.test(word) && !data.has(word));
}

/** Returns the words that people have written in the test data. */
export async function wordsOf({ person, archivedId, importId }: World): Promise<ReadonlySet<string>> {
  const answers = await Promise.all(
    [
      '/projects',
      '/projects?archived=true',
      '/tasks',
      `/tasks?projectId=${archivedId}`,
      '/trash',
      '/notifications',
      '/auth/me',
      '/admin/accounts',
      // The list begins with the newest accounts, and the administrator's is the oldest.
      `/admin/accounts?search=${ADMINISTRATOR.email}`,
      // Data of other tests, too, which use the same server.
      '/admin/projects',
    ].map((path) => person.call<unknown>('GET', path)),
  );
  // Values of the file. The English texts of its report are translated by the app.
  const { plan } = await person.call<{ plan: unknown }>('GET', `/imports/${importId}`);
  return new Set(JSON.stringify([answers, plan]).match(/[A-Za-z]{3,}/g));
}
