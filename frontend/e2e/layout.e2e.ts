import { type Browser, type BrowserContext, chromium, expect, type Locator, type Page, test } from '@playwright/test';
import { LANGUAGES } from '../../backend/contract/languages.ts';
import { waitUntilStable } from './accessibility.ts';
import { chromiumLaunch } from './chromium.ts';
import { twoFrames } from './focus.ts';
import { addTasks, browserOf, newPerson, newTeam, type Person } from './people.ts';
import { newWorld, openScreen, listScreens, forEachTwoAtATime } from './screens.ts';

/** A person's browser of a width, as a touch screen if `touch` is set. */
const browserFor = (browser: Browser, baseURL: string, person: Person, width: number, hasTouch = false) =>
  browserOf(browser, baseURL, person, {
    viewport: { width, height: 900 },
    reducedMotion: 'reduce',
    ...(hasTouch && { hasTouch, isMobile: true }),
  });

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('It is not there.');
  return box;
};

/** Whether two boxes overlap. */
const meet = (a: Awaited<ReturnType<typeof boxOf>>, b: typeof a): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Changes counts in the server's answers. */
const withCounts = (context: BrowserContext, count: number): Promise<unknown> =>
  context.route('**/graphql', async (route) => {
    const answer = await route.fetch();
    const text = await answer.text();
    await route.fulfill({
      response: answer,
      body: text.replaceAll(/"(totalCount|memberCount|commentCount|totalTasks)":\d+/gu, `"$1":${count}`),
    });
  });

test.describe('the longest words', () => {
  let mara: Person;
  let projectId: string;
  const TITLE = 'A title that says what is to be done';
  test.beforeAll(async ({ baseURL }) => {
    mara = await newPerson(baseURL ?? '', 'Mara');
    ({ id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' }));
    const newTask = (fields: object) =>
      mara.call('POST', '/tasks', { projectId, priority: 'LOW', tags: [], status: 'TODO', ...fields });
    const tags = ['a'.repeat(30), 'web', 'c'.repeat(30), 'd'.repeat(30)];
    await newTask({ title: TITLE, description: 'And why', tags });
    await newTask({ title: 'W'.repeat(200), tags: ['W'.repeat(30), 'M'.repeat(30), 'Q'.repeat(30)] });
  });

  test('leave room for the title beside tags, at every width', { tag: '@full' }, async ({ browser, baseURL }) => {
    const context = await browserFor(browser, baseURL ?? '', mara, 1400);
    await forEachTwoAtATime(['/tasks', '/tasks?view=grid', '/board'], async (path, tabIn) => {
      const page = await tabIn(context);
      await openScreen(page, path);
      for (const width of [1400, 1280, 768, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await waitUntilStable(page);
        const at = `${path}, ${width} px`;
        const title = page.getByRole('link', { name: TITLE });
        const task = page.locator('[data-task-id], [data-card]').filter({ has: title }).first();
        const whole = await boxOf(task);
        const shown = await boxOf(title);
        expect.soft(shown.width, at).toBeGreaterThan(150);
        // Whole: nothing of it is cut off.
        expect.soft(await title.evaluate((link) => link.scrollWidth <= link.clientWidth + 1), at).toBe(true);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect.soft(overflow, at).toBeLessThanOrEqual(0);
        const tags = task.getByRole('list', { name: 'Tags' });
        if (!(await tags.isVisible())) continue;
        const list = await boxOf(tags);
        expect.soft(list.height, at).toBeLessThan(24);
        expect.soft(list.x + list.width, at).toBeLessThanOrEqual(whole.x + whole.width);
        if (path === '/tasks') expect.soft(list.width, at).toBeLessThanOrEqual(whole.width * 0.4);
        // Long tags give way, so that a short one can be read.
        const cut = await tags.getByText('web').evaluate((short) => short.scrollWidth - short.clientWidth);
        if (list.width > 160) expect.soft(cut, at).toBeLessThanOrEqual(1);
        const tag = tags.getByText('aaaaaa');
        expect.soft((await boxOf(tag)).width, at).toBeLessThanOrEqual(160);
        await expect.soft(tag.locator('..'), at).toHaveAttribute('title', 'a'.repeat(30));
      }
    });
    await context.close();
  });
});

test('a card’s last line stays one in the narrowest column', { tag: '@full' }, async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  const due = new Date();
  due.setHours(23, 59);
  const { id } = await mara.call<{ id: string }>('POST', '/tasks', {
    projectId,
    title: 'Sign off',
    priority: 'HIGH',
    tags: [],
    dueDate: due.toISOString(),
  });
  await mara.call('PATCH', `/tasks/${id}/assign`, { assigneeId: mara.id });
  for (let n = 0; n < 12; n += 1) await mara.call('POST', `/tasks/${id}/comments`, { text: `${n}` });
  const context = await browserFor(browser, baseURL ?? '', mara, 768);
  const page = await context.newPage();
  await openScreen(page, '/board');
  await expect(page.getByRole('article')).toContainText('Due today at 11:59 PM');
  expect((await boxOf(page.getByRole('article'))).width).toBeLessThan(260);
  expect((await boxOf(page.locator('.card-foot'))).height).toBeLessThanOrEqual(20);
  await context.close();
});

test('a project’s own board does not say its name on every card', { tag: '@full' }, async ({ browser, baseURL }) => {
  const world = await newWorld(baseURL ?? '');
  const context = await browserFor(browser, baseURL ?? '', world.person, 1400);
  const page = await context.newPage();
  await openScreen(page, '/board');
  await expect(page.getByRole('article').filter({ hasText: 'Tern launch' })).toHaveCount(4);
  await openScreen(page, `/projects/${world.projectId}`);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('article').filter({ hasText: 'Tern launch' })).toHaveCount(0);
  // The title leaves the corner to the card's menu.
  const title = await boxOf(page.getByRole('heading', { name: 'Choose the date' }));
  await page.getByRole('article').first().hover();
  expect(meet(title, await boxOf(page.getByRole('button', { name: 'Move Choose the date' })))).toBe(false);
  await context.close();
});

test('an empty board leads on to the first project, and to its board', async ({ browser, baseURL }) => {
  const nora = await newPerson(baseURL ?? '', 'Nora');
  const context = await browserFor(browser, baseURL ?? '', nora, 1400);
  const page = await context.newPage();
  await openScreen(page, '/board');
  await expect(page.getByText('No tasks', { exact: true })).toHaveCount(4);
  await page.getByRole('button', { name: 'Create your first project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create new project' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Tern launch');
  await dialog.getByRole('button', { name: 'Create project' }).click();
  await expect(page).toHaveURL(/\/projects\/[\w-]+$/u);
  await expect(page.getByRole('heading', { level: 1, name: 'Tern launch' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'To Do' })).toBeVisible();
  await context.close();
});

test('counts have separators', { tag: '@full' }, async ({ browser, baseURL }) => {
  const world = await newWorld(baseURL ?? '');
  const context = await browserFor(browser, baseURL ?? '', world.person, 1400);
  await withCounts(context, 12_345);
  const page = await context.newPage();
  await openScreen(page, `/projects/${world.projectId}?task=${world.taskId}`);
  await expect(page.locator('[data-count]').first()).toHaveText('12,345');
  await expect(page.getByRole('link', { name: 'Members 12,345' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Comments 12,345' })).toBeVisible();
  const bare = await page.evaluate(() => document.body.innerText.includes('12345'));
  expect(bare).toBe(false);
  await context.close();
});

test('messages cover no heading or main control, at every width', { tag: '@full' }, async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  await addTasks(mara, id, [{ title: 'Choose the date' }]);
  const context = await browserFor(browser, baseURL ?? '', mara, 1400);
  const page = await context.newPage();
  const newTask = page.getByRole('button', { name: 'New Task', exact: true });
  const wanted: [string, Locator[]][] = [
    [
      '/tasks',
      [
        page.getByRole('heading', { level: 1 }),
        newTask,
        page.getByRole('searchbox'),
        page.getByRole('radiogroup', { name: 'View' }),
        page.getByRole('combobox', { name: 'Status' }),
      ],
    ],
    [
      '/board',
      [
        page.getByRole('heading', { level: 1 }),
        newTask,
        page.getByRole('button', { name: 'Add a filter' }),
        page.getByRole('heading', { name: 'To Do' }),
      ],
    ],
  ];
  const toast = page.getByRole('region', { name: 'Messages' }).getByRole('status').first();
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  for (const [path, places] of wanted) {
    await openScreen(page, path);
    for (const width of [1400, 1024, 768, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await newTask.click();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Another one');
      await dialog.getByRole('button', { name: 'Create Task' }).click();
      await expect(toast).toContainText('Task created successfully');
      await expect(dialog).toBeHidden();
      const box = await boxOf(toast);
      // At the top, and to the right of the middle.
      expect.soft(box.y).toBeLessThan(8);
      expect.soft(box.x + box.width / 2, `${path} at ${width}`).toBeGreaterThanOrEqual(width / 2);
      for (const place of places) {
        expect.soft(meet(box, await boxOf(place)), `${path} at ${width}: ${String(place)}`).toBe(false);
      }
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toBeHidden();
    }
  }
  await context.close();
});

test('a phone’s dashboard greets in one line, and its New Task has its name', async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const context = await browserFor(browser, baseURL ?? '', mara, 360, true);
  const page = await context.newPage();
  await openScreen(page, '/dashboard');
  expect((await boxOf(page.getByRole('heading', { level: 1 }))).height).toBeLessThan(36);
  const button = page.getByRole('button', { name: 'New Task', exact: true });
  const { width } = await boxOf(button);
  expect(width).toBeLessThan(60);
  // A finger has 44 pixels for an icon alone.
  expect(width).toBeGreaterThanOrEqual(44);
  await context.close();
});

test('on a phone, a small button with an icon alone accepts taps beside it', async ({ browser, baseURL }) => {
  const { mara, projectId: id } = await newTeam(baseURL ?? '');
  const context = await browserFor(browser, baseURL ?? '', mara, 360, true);
  const page = await context.newPage();
  await openScreen(page, `/projects/${id}/members`);
  const remove = page.getByRole('button', { name: 'Remove Wen Stone' });
  const taken = await remove.evaluate((button) => {
    const { left, right, top, height } = button.getBoundingClientRect();
    const middle = (left + right) / 2;
    return [middle - 21, middle + 21].every((x) => document.elementFromPoint(x, top + height / 2) === button);
  });
  expect(taken).toBe(true);
  // A hint that is too long ends with dots.
  await openScreen(page, '/board');
  await expect(page.getByRole('searchbox')).toHaveCSS('text-overflow', 'ellipsis');
  await context.close();
});

test('the notch of a phone in landscape covers nothing of the page', async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const context = await browserFor(browser, baseURL ?? '', mara, 844, true);
  const page = await context.newPage();
  await openScreen(page, '/projects');
  const devtools = await context.newCDPSession(page);
  const insets = { top: 0, right: 47, bottom: 21, left: 47 };
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  for (const part of [page.getByRole('banner'), page.getByRole('main')]) {
    const ends = async () => {
      const { x, width } = await boxOf(part);
      return [x, x + width];
    };
    await expect.poll(ends).toEqual([47, 844 - 47]);
  }
  await context.close();
});

test('on a phone, fields of a task have letters of 16 pixels, so that Safari does not zoom into them', async ({
  browser,
  baseURL,
}) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  const { id } = await mara.call<{ id: string }>('POST', '/tasks', { projectId, title: 'Sign off', priority: 'LOW' });
  await mara.call('POST', `/tasks/${id}/checklist`, { text: 'Ask Wen' });
  // Upright, and in landscape.
  for (const width of [390, 844]) {
    const context = await browserFor(browser, baseURL ?? '', mara, width, true);
    const page = await context.newPage();
    await openScreen(page, `/board?task=${id}`);
    const panel = page.getByRole('dialog', { name: 'Sign off' });
    await expect(panel.getByRole('textbox', { name: 'Item: Ask Wen' })).toBeVisible();
    const small = () =>
      page
        .locator('textarea, input:not([aria-hidden], [type=checkbox], [type=radio], [type=file])')
        .evaluateAll((fields) =>
          fields
            .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
            .map((field) => field.getAttribute('aria-label') ?? field.outerHTML.slice(0, 80)),
        );
    expect.soft(await small(), `${width} px`).toEqual([]);
    await panel.getByRole('button', { name: 'Project Tern launch' }).tap();
    await expect(page.getByRole('combobox', { name: 'Move to project' })).toBeVisible();
    expect.soft(await small(), `${width} px`).toEqual([]);
    await page.keyboard.press('Escape');
    await panel.getByRole('button', { name: /^Due Date/ }).tap();
    await expect(page.getByRole('textbox', { name: 'Date and time' })).toBeVisible();
    expect.soft(await small(), `${width} px`).toEqual([]);
    await context.close();
  }
});

test('the bar at the bottom of a phone grows with its words', async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const context = await browserFor(browser, baseURL ?? '', mara, 360, true);
  const page = await context.newPage();
  await openScreen(page, '/projects');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '150%'));
  const bar = page.getByRole('navigation', { name: 'Main' });
  const { y, height } = await boxOf(bar);
  expect(y + height).toBe(900);
  const word = await boxOf(bar.getByText('Projects', { exact: true }));
  expect(word.y + word.height).toBeLessThanOrEqual(y + height);
  await context.close();
});

/** A browser with a larger text size in its settings, in pixels; the default is 16. */
const launchWithText = async (size: number) => {
  const launch = await chromiumLaunch();
  return chromium.launch({ ...launch, args: [...launch.args, `--blink-settings=defaultFontSize=${size}`] });
};

test(
  'with large text, rows of the timeline and buttons grow with their words',
  { tag: '@full' },
  async ({ baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const dueDate = new Date().toISOString();
    await mara.call('POST', '/tasks', { projectId, title: 'Sign off', priority: 'HIGH', dueDate });
    const browser = await launchWithText(32);
    try {
      const context = await browserFor(browser, baseURL ?? '', mara, 700, true);
      const page = await context.newPage();
      await openScreen(page, '/timeline');
      const row = page.getByRole('listitem').filter({ has: page.locator('[data-bar]') });
      const [line, word] = [await boxOf(row), await boxOf(row.getByText('Sign off'))];
      expect(line.height).toBe(88);
      expect(word.y).toBeGreaterThan(line.y);
      expect(word.y + word.height).toBeLessThan(line.y + line.height);
      expect((await boxOf(row.locator('[data-bar]'))).height).toBe(44);
      expect((await boxOf(page.getByRole('button', { name: 'New Task' }))).height).toBe(88);
      // On a narrower screen, the search has a line of its own before it is too narrow for words.
      await page.setViewportSize({ width: 600, height: 900 });
      await expect
        .poll(async () => (await boxOf(page.getByRole('searchbox', { name: 'Search tasks' }))).width)
        .toBeGreaterThan(400);
    } finally {
      await browser.close();
    }
  },
);

test(
  'with large text, nothing on a phone covers something else or is out of reach',
  { tag: '@full' },
  async ({ baseURL }) => {
    const world = await newWorld(baseURL ?? '');
    /** Its words are whole. */
    const isWhole = (words: Locator) => words.evaluate((text) => text.scrollWidth <= text.clientWidth);
    for (const size of [24, 32]) {
      const browser = await launchWithText(size);
      try {
        const context = await browserFor(browser, baseURL ?? '', world.person, 390, true);
        const page = await context.newPage();
        const at = `${size} px`;

        await openScreen(page, `/board?task=${world.taskId}`);
        const panel = page.getByRole('dialog', { name: 'Choose the date' });
        const key = await boxOf(panel.getByRole('button', { name: /^Copy key/ }));
        for (const name of ['Previous task', 'Close']) {
          const button = await boxOf(panel.getByRole('button', { name, exact: true }));
          expect.soft(button.x + button.width, `${name}, ${at}`).toBeLessThanOrEqual(390);
          expect.soft(meet(key, button), `${name}, ${at}`).toBe(false);
        }

        await openScreen(page, '/board');
        const tools = page.getByRole('search');
        const views = await boxOf(tools.getByRole('button', { name: 'Views' }));
        expect.soft(views.x + views.width, at).toBeLessThanOrEqual(390);
        await tools.getByRole('button', { name: 'Add a filter' }).click({ trial: true, timeout: 5_000 });

        // There is room for names next to the counts, which can be scrolled to.
        for (const path of ['/team', '/admin/projects']) {
          await openScreen(page, path);
          const row = page.getByRole('table').getByRole('rowheader', { name: /Mara Stone/ });
          const name = row.first().getByText('Mara Stone').first();
          const shown = await name.evaluate((text) =>
            Math.min(text.getBoundingClientRect().width, text.parentElement?.clientWidth ?? 0),
          );
          expect.soft(shown, `${path}, ${at}`).toBeGreaterThan(size * 2);
          expect.soft((await boxOf(name)).height, `${path}, ${at}`).toBeLessThan(size * 4);
        }

        await openScreen(page, '/projects');
        const shown = page.getByRole('radiogroup', { name: 'Show' });
        for (const name of ['Active', 'Archived']) expect.soft(await isWhole(shown.getByText(name)), at).toBe(true);
        await openScreen(page, '/settings');
        const themes = page.getByRole('radiogroup', { name: 'Theme' });
        for (const name of ['Light', 'System']) expect.soft(await isWhole(themes.getByText(name)), at).toBe(true);

        await openScreen(page, '/dashboard');
        const figures = page.getByRole('term').getByRole('link');
        const [completed, overdue] = [await boxOf(figures.nth(2)), await boxOf(figures.nth(3))];
        expect.soft(completed.x + completed.width, at).toBeLessThan(195);
        expect.soft(overdue.x + overdue.width, at).toBeLessThan(390 - size);
      } finally {
        await browser.close();
      }
    }
  },
);

test(
  'on a phone no word is broken at the head of a table, in any language',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const { person } = await newWorld(baseURL ?? '');
    const context = await browserFor(browser, baseURL ?? '', person, 360, true);
    const page = await context.newPage();
    await openScreen(page, '/team');
    for (const language of LANGUAGES) {
      await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
      for (const path of ['/team', '/admin/projects']) {
        await openScreen(page, path);
        const broken = await page.getByRole('columnheader').evaluateAll((heads) =>
          heads.flatMap((head) => {
            const text = head.firstChild;
            if (!(text instanceof Text)) return [];
            // Japanese and Chinese break between any two letters.
            return [...text.data.matchAll(/[\p{Script=Latin}’]+/gu)].flatMap(({ 0: word, index }) => {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + word.length);
              return range.getClientRects().length > 1 ? [word] : [];
            });
          }),
        );
        expect.soft(broken, `${path}, ${language}`).toEqual([]);
      }
    }
    await context.close();
  },
);

test(
  'on a phone the message of a field is not covered by the footer of a task’s panel',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const { person, taskId } = await newWorld(baseURL ?? '');
    const context = await browserFor(browser, baseURL ?? '', person, 390, true);
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 780 });
    await openScreen(page, `/board?task=${taskId}`);
    const panel = page.getByRole('dialog', { name: 'Choose the date' });
    await panel.getByRole('combobox', { name: 'Tags' }).fill('x'.repeat(31));
    await page.keyboard.press('Enter');
    const message = panel.getByRole('alert').filter({ hasText: 'A tag must be at most 30 characters' });
    const foot = await boxOf(panel.locator('[data-foot]'));
    await expect.poll(async () => (await boxOf(message)).y + (await boxOf(message)).height).toBeLessThanOrEqual(foot.y);
    await context.close();
  },
);

test(
  'a task’s panel has room for a name, and shows where its description is',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    await mara.call('PUT', '/auth/profile', { firstName: 'Tom', lastName: 'Achterberg-Long' });
    const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const task = { projectId, title: 'Sign off', priority: 'HIGH', tags: [] };
    const { id } = await mara.call<{ id: string }>('POST', '/tasks', task);
    await mara.call('PATCH', `/tasks/${id}/assign`, { assigneeId: mara.id });
    const context = await browserFor(browser, baseURL ?? '', mara, 1400);
    const page = await context.newPage();
    await openScreen(page, `/tasks?task=${id}`);
    const name = page.getByRole('combobox', { name: /Assignee/ }).getByText('Tom Achterberg-Long');
    expect(await name.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);
    const edge = await page
      .getByRole('textbox', { name: 'Description' })
      .evaluate((text) => getComputedStyle(text.parentElement?.parentElement ?? text).boxShadow);
    expect(edge).not.toBe('none');
    await context.close();
  },
);

test('overlapping avatars keep their initials readable', { tag: '@full' }, async ({ browser, baseURL }) => {
  const { mara, wen, projectId: id } = await newTeam(baseURL ?? '');
  const task = { projectId: id, title: 'Sign off', priority: 'LOW' };
  const { id: taskId } = await mara.call<{ id: string }>('POST', '/tasks', task);
  await wen.call('POST', `/tasks/${taskId}/watch`);
  const context = await browserFor(browser, baseURL ?? '', mara, 1400);
  const page = await context.newPage();
  for (const path of ['/projects', `/projects/${id}`, `/projects/${id}?task=${taskId}`]) {
    await openScreen(page, path);
    const people = (path.includes('task') ? page.getByRole('dialog') : page).locator('.avatar.ring-2');
    await expect(people).toHaveCount(2);
    const [first, next] = [await boxOf(people.first()), await boxOf(people.last())];
    // The focus ring of the next element, 2 px, also covers it.
    expect((first.x + first.width - next.x + 2) / first.width).toBeLessThan(0.22);
  }
  await context.close();
});

test(
  'elements focused by Tab in a panel or a column are not covered by its footer',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const [task] = await addTasks(
      mara,
      id,
      Array.from({ length: 12 }, (_, at) => ({ title: `Sign off ${at}` })),
    );
    for (const text of ['Who signs?', 'https://example.com/first', 'https://example.com/second'])
      await mara.call('POST', `/tasks/${task?.id}/comments`, { text });
    const context = await browserFor(browser, baseURL ?? '', mara, 1400);
    const page = await context.newPage();
    await page.setViewportSize({ width: 1400, height: 520 });
    /** By how many pixels a footer covers the element with the focus; null if the element is not above a footer. */
    const covered = () =>
      page.evaluate(() => {
        const focused = document.activeElement;
        const foot = focused?.parentElement?.closest('[data-with-foot]')?.querySelector('[data-foot]');
        if (!focused || !foot || foot.contains(focused)) return null;
        return Math.max(0, Math.round(focused.getBoundingClientRect().bottom - foot.getBoundingClientRect().top));
      });
    for (const path of [`/projects/${id}?task=${task?.id}`, `/projects/${id}`]) {
      await openScreen(page, path);
      const foot = page.locator('[data-foot]').last();
      await expect(foot).toBeVisible();
      let inBox = 0;
      for (let at = 0; at < 60 && inBox < 20; at += 1) {
        await page.keyboard.press('Tab');
        if ((await covered()) === null) continue;
        inBox += 1;
        await expect.poll(covered).toBe(0);
      }
      expect(inBox).toBe(20);
    }
    // The footer itself does not scroll its box.
    await openScreen(page, `/projects/${id}?task=${task?.id}`);
    const box = page.getByRole('dialog').locator('[data-with-foot]');
    const top = () => box.evaluate((element) => element.scrollTop);
    await box.evaluate((element) => element.scrollTo({ top: 60 }));
    await page.getByRole('textbox', { name: 'Comment' }).focus();
    await twoFrames(page);
    expect(await top()).toBe(60);
    await context.close();
  },
);

test('a task’s panel becomes transparent over the focused element', { tag: '@full' }, async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  const [task] = await addTasks(mara, id, [
    { title: 'Choose the date' },
    { title: 'Book freight', status: 'DONE' },
    { title: 'Sign off', status: 'DONE' },
  ]);
  const context = await browserFor(browser, baseURL ?? '', mara, 1400);
  const page = await context.newPage();
  const panel = page.getByRole('dialog');
  /** Whether the element with the focus is behind another one. */
  const isCovered = () =>
    page.evaluate(() => {
      const { left, top, width, height } = (document.activeElement ?? document.body).getBoundingClientRect();
      const isHit = (x: number): boolean =>
        Boolean(document.activeElement?.contains(document.elementFromPoint(x, top + height / 2)));
      return ![left + 2, left + width / 2, left + width - 2].some(isHit);
    });
  for (const path of [`/board?task=${task?.id}`, `/tasks?task=${task?.id}`]) {
    await openScreen(page, path);
    await expect(panel).toHaveCSS('opacity', '1');
    const covered = page.getByRole('link', { name: 'Sign off' }).or(page.getByRole('button', { name: 'Views' }));
    let seen = 0;
    for (let at = 0; at < 60 && seen < 2; at += 1) {
      await page.keyboard.press('Shift+Tab');
      await twoFrames(page);
      if (await panel.evaluate((box) => box.contains(document.activeElement))) continue;
      await expect.poll(isCovered, path).toBe(false);
      for (const one of await covered.all()) {
        if (await one.evaluate((element) => element === document.activeElement)) seen += 1;
      }
    }
    expect(seen, path).toBeGreaterThan(0);
    // Only for them.
    await panel.getByRole('textbox', { name: 'Comment' }).focus();
    await expect(panel).toHaveCSS('opacity', '1');
  }
  await context.close();
});

test('recent tasks show their project', { tag: '@full' }, async ({ browser, baseURL }) => {
  const world = await newWorld(baseURL ?? '');
  const context = await browserFor(browser, baseURL ?? '', world.person, 1400);
  const page = await context.newPage();
  await openScreen(page, '/dashboard');
  const row = page.getByRole('region', { name: 'Recent Tasks' }).getByRole('listitem').first();
  await expect(row.getByText('Tern launch')).toBeAttached();
  await expect(row.getByTitle('Tern launch').locator('.dot')).toBeVisible();
  await context.close();
});

test('texts have the direction of their letters', { tag: '@full' }, async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const HEBREW = 'שלום עולם!';
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: HEBREW });
  const { id } = await mara.call<{ id: string }>('POST', '/tasks', {
    projectId,
    title: HEBREW,
    description: HEBREW,
    priority: 'LOW',
    tags: [HEBREW],
  });
  await mara.call('POST', `/tasks/${id}/comments`, { text: HEBREW });
  const context = await browserFor(browser, baseURL ?? '', mara, 1400);
  const page = await context.newPage();
  // Without texts for screen readers, whose direction does not matter.
  const leftToRight = (all: Locator) =>
    all.evaluateAll((found) =>
      found
        .filter((one) => !one.closest('.sr-only') && getComputedStyle(one).direction !== 'rtl')
        .map((one) => one.outerHTML.slice(0, 120)),
    );
  const main = page.getByRole('main');
  for (const path of ['/dashboard', '/projects', '/tasks', '/tasks?view=grid', '/board', `/tasks?task=${id}`]) {
    await openScreen(page, path);
    const words = main.getByText(HEBREW, { exact: true });
    await expect(words.first()).toBeAttached();
    expect.soft(await leftToRight(words), path).toEqual([]);
  }
  for (const name of ['Title', 'Description']) {
    expect.soft(await leftToRight(page.getByRole('textbox', { name })), name).toEqual([]);
  }
  await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveAttribute('dir', 'auto');
  await expect(page.getByRole('searchbox')).toHaveAttribute('dir', 'auto');
  // A name that is too long loses its end. In a line of the other direction it would lose its beginning.
  await mara.call('PUT', '/auth/profile', { firstName: 'שלום', lastName: 'עולם' });
  await openScreen(page, `/projects/${projectId}/members`);
  await expect(main.locator('.truncate').filter({ hasText: 'שלום עולם' })).toHaveCSS('direction', 'rtl');
  // Beside what it belongs to, not at the other side of the page.
  await mara.call('PUT', `/projects/${projectId}`, { description: HEBREW });
  await openScreen(page, `/projects/${projectId}`);
  const heading = main.locator('header').getByText(HEBREW, { exact: true });
  await expect(heading).toHaveCount(2);
  for (const line of await heading.all()) expect.soft((await boxOf(line)).width).toBeLessThan(300);
  await mara.call('DELETE', `/tasks/${id}`);
  await openScreen(page, '/trash');
  expect.soft((await boxOf(main.locator('[data-trash] p').first())).width).toBeLessThan(300);
  await context.close();
});

/** Finds small touch targets: controls that react to less than 44 px in height or in width. */
const tooSmall = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 44;
    const NARROWEST = 24;
    const reach = (hits: (by: number) => boolean): number => {
      let by = 0;
      while (by < LEAST && hits(by + 1)) by += 1;
      return by;
    };
    return [
      ...document.querySelectorAll<HTMLElement>('a[href]:not([target]), button, input, textarea, [role=switch]'),
    ].flatMap((control) => {
      // Scrolls the control into view, so that no edge cuts it off.
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      // Links within a text are as high as its lines, and part of the control that edits the text.
      const own = control.closest('label, .input, :has(> textarea)') ?? control;
      const isHit = (atX: number, atY: number): boolean => {
        const at = document.elementFromPoint(atX, atY);
        return at !== null && own.contains(at);
      };
      // The control is not there, or covered by something else.
      if (width === 0 || !isHit(x, y)) return [];
      const high = reach((by) => isHit(x, y - by)) + reach((by) => isHit(x, y + by)) + 1;
      const wide = reach((by) => isHit(x - by, y)) + reach((by) => isHit(x + by, y)) + 1;
      return high >= LEAST - 1 && wide >= NARROWEST
        ? []
        : [`${wide} × ${high}: ${control.getAttribute('aria-label') ?? control.outerHTML.slice(0, 80)}`];
    });
  });

test(
  'a finger has 44 pixels for every control, at 768 and at 1180 px',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    test.slow();
    const world = await newWorld(baseURL ?? '');
    const context = await browserFor(browser, baseURL ?? '', world.person, 768, true);
    const inside = listScreens(world).filter(({ isInside }) => isInside);
    await forEachTwoAtATime(inside, async ({ name, path }, tabIn) => {
      const page = await tabIn(context);
      await page.setViewportSize({ width: 768, height: 900 });
      await openScreen(page, path);
      for (const width of [768, 1180]) {
        await page.setViewportSize({ width, height: 900 });
        await waitUntilStable(page);
        expect.soft(await tooSmall(page), `${name}, ${width} px`).toEqual([]);
      }
    });
    await context.close();
  },
);
