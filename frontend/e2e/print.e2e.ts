import { expect, type Page, test } from '@playwright/test';
import { focusOn } from './focus.ts';
import { openContext } from './screens.ts';
import { addTasks, newPerson, type Person } from './people.ts';

const MANY = 150;
/** Controls, and hints about keys. */
const CONTROLS = [
  '.btn',
  '.check:not([data-checklist-item] *)',
  '.tag-remove',
  '.seg',
  'nav',
  '.kbd',
  '.toasts',
  '[role=search]',
  'header.bar',
];

const shown = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) =>
      [...document.querySelectorAll(wanted)].filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .length,
    selector,
  );

/** Prints like a browser: first the events, then the other medium. */
const toPaper = async (page: Page): Promise<void> => {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
};
const toScreen = async (page: Page): Promise<void> => {
  await page.emulateMedia({ media: 'screen' });
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
};

const isBare = async (page: Page): Promise<void> => {
  for (const selector of CONTROLS) expect.soft(await shown(page, selector), selector).toBe(0);
  // Dark letters, whatever the theme.
  const ink = await page.evaluate(() => {
    const root = getComputedStyle(document.documentElement);
    return `${root.colorScheme} ${root.getPropertyValue('--color-ink')}`;
  });
  expect(ink).toBe('light oklch(23.2% .008 95)');
  // Nothing scrolls: what does not fit goes on to the next page.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
};

test.describe('on paper', () => {
  let mara: Person;
  let projectId: string;
  let taskId: string;
  test.beforeAll(async ({ baseURL }) => {
    mara = await newPerson(baseURL ?? '', 'Mara');
    ({ id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' }));
    const tasks = Array.from({ length: MANY }, (_, at) => ({
      title: `Task ${at + 1}`,
      description: 'What it is about',
      dueDate: new Date(Date.now() - 3_600_000).toISOString(),
    }));
    taskId = (await addTasks(mara, projectId, tasks)).at(-1)?.id ?? '';
    await mara.call('PUT', `/tasks/${taskId}`, { tags: ['launch'], description: '' });
    await mara.call('POST', `/tasks/${taskId}/checklist`, { text: 'Call the printer' });
    await mara.call('POST', `/tasks/${taskId}/comments`, { text: 'Well said' });
  });

  test(
    'a list is complete as far as it is loaded, and says how far that is',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      test.slow();
      const context = await openContext(browser, baseURL ?? '', { theme: 'dark', width: 1400 }, mara);
      const page = await context.newPage();
      await page.goto('/tasks');
      const rows = page.locator('[data-task-id]');
      await expect(rows.first()).toBeVisible();
      const onScreen = await rows.count();
      expect(onScreen).toBeLessThan(60);
      const link = page.getByRole('link', { name: `Task ${MANY}` });
      await focusOn(link);
      await toPaper(page);
      await expect(rows).toHaveCount(100);
      await expect(page.getByText(`Printed: 100 of ${MANY} tasks`)).toBeVisible();
      await isBare(page);
      // One below the other, none upon another.
      const tops = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
      expect(tops.every((top, at) => at === 0 || top >= (tops[at - 1] ?? 0) + 30)).toBe(true);
      const pdf = await page.pdf();
      expect([...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/gu)].length).toBeGreaterThan(2);
      // The page is then as it was.
      await toScreen(page);
      await expect.poll(() => rows.count()).toBeLessThan(60);
      await expect(link).toBeFocused();
      await expect(page.getByText('Printed:')).toBeHidden();
      await page.emulateMedia({ media: null });

      await page.goto('/tasks?view=grid');
      await expect(rows.first()).toBeVisible();
      await toPaper(page);
      await expect(rows).toHaveCount(100);
      await isBare(page);
      await context.close();
    },
  );

  test('a board has all its columns beside each other', { tag: '@full' }, async ({ browser, baseURL }) => {
    const context = await openContext(browser, baseURL ?? '', { theme: 'dark', width: 1400 }, mara);
    for (const path of ['/board', `/projects/${projectId}`]) {
      const page = await context.newPage();
      await page.goto(path);
      const cards = page.getByRole('region', { name: 'To Do' }).getByRole('article');
      await expect(cards.first()).toBeVisible();
      await page.setViewportSize({ width: 720, height: 1000 });
      await toPaper(page);
      await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(50);
      await expect(page.getByText(new RegExp(`^\\d+ of ${MANY}$`))).toBeVisible();
      const lefts = await page
        .locator('[data-column]')
        .evaluateAll((all) => all.map((column) => column.getBoundingClientRect().left));
      expect(new Set(lefts).size).toBe(4);
      await isBare(page);
      await page.close();
    }
    await context.close();
  });

  test(
    'an open task is printed alone, with its checklist and comments, and without empty fields',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const context = await openContext(browser, baseURL ?? '', { theme: 'dark', width: 1400 }, mara);
      const page = await context.newPage();
      await page.goto(`/tasks?task=${taskId}`);
      await expect(page.getByText('Well said')).toBeVisible();
      await toPaper(page);
      expect(await shown(page, '[data-checklist-item] .check')).toBe(1);
      await expect(page.getByRole('textbox', { name: 'Item: Call the printer' })).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'New item' })).toBeHidden();
      await expect(page.getByRole('textbox', { name: 'Description' })).toBeHidden();
      await expect(page.getByText('Well said')).toBeVisible();
      await expect(page.getByRole('toolbar', { name: 'Tags' }).getByText('launch', { exact: true })).toBeVisible();
      await expect(page.getByRole('combobox', { name: /Priority/ })).toContainText('Low');
      expect(await shown(page, '[role=grid], textarea[placeholder="Write a comment"]')).toBe(0);
      await isBare(page);
      await context.close();
    },
  );

  test('the dashboard has its figures and lists', async ({ browser, baseURL }) => {
    const context = await openContext(browser, baseURL ?? '', { theme: 'dark', width: 1400 }, mara);
    const page = await context.newPage();
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Overdue Tasks' })).toBeVisible();
    await toPaper(page);
    await expect(page.getByLabel('Statistics')).toContainText(`Total Tasks${MANY}`);
    await expect(page.getByRole('heading', { name: 'Overdue Tasks' })).toBeVisible();
    await expect(page.getByText('View all').first()).toBeHidden();
    await isBare(page);
    await context.close();
  });

  test(
    'the timeline has all names, a day of the calendar all tasks, and long words wrap',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const count = 50;
      const ines = await newPerson(baseURL ?? '', 'Ines');
      const { id } = await ines.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
      const dueDay = new Date().toISOString().slice(0, 10);
      const long = 'Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel';
      await addTasks(
        ines,
        id,
        Array.from({ length: count }, (_, at) => ({ title: at === count - 1 ? long : `Task ${at + 1}`, dueDay })),
      );
      const context = await openContext(browser, baseURL ?? '', { theme: 'dark', width: 800 }, ines);
      const page = await context.newPage();
      const names = page.locator('[data-timeline] [data-task-link]');
      const chips = page.locator('[data-chip]');
      for (const [path, shownTasks] of [
        ['/timeline', names],
        ['/calendar', chips],
      ] as const) {
        await page.goto(path);
        await expect(shownTasks.first()).toBeVisible();
        expect(await shownTasks.count()).toBeLessThan(count);
        await toPaper(page);
        await expect(shownTasks).toHaveCount(count);
        expect((await shownTasks.first().boundingBox())?.x).toBeGreaterThanOrEqual(0);
        await isBare(page);
        await page.emulateMedia({ media: null });
      }

      await page.goto('/tasks');
      const row = page.getByRole('row', { name: long });
      await expect(row).toBeVisible();
      await toPaper(page);
      const title = await row.locator('[data-task-link]').boundingBox();
      const status = await row.locator('[data-cell=status]').boundingBox();
      expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(status?.x ?? 0);
      await context.close();
    },
  );
});
