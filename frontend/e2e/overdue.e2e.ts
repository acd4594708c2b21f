import { expect, type Page, test } from '@playwright/test';
import { focusOn } from './focus.ts';
import { browserOf, newPerson, type Person } from './people.ts';

const HOUR = 3_600_000;
const inTime = (ms: number): string => new Date(Date.now() + ms).toISOString();

const due = (page: Page) => page.getByRole('combobox', { name: 'Due', exact: true });
const chooseOverdue = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByRole('dialog', { name: 'Add a filter' }).getByRole('combobox').fill('overdue');
  await page.getByRole('option', { name: 'Overdue', exact: true }).click();
  await page.keyboard.press('Escape');
};
const rows = (page: Page) => page.getByRole('grid', { name: 'Tasks' }).locator('[data-task-id]');

test.describe('overdue tasks', () => {
  let mara: Person;
  let projectId: string;
  const newTask = (title: string, dueDate: string | null, status = 'TODO') =>
    mara.call<{ id: string }>('POST', '/tasks', { projectId, priority: 'LOW', tags: [], title, dueDate, status });

  test.beforeEach(async ({ baseURL }) => {
    mara = await newPerson(baseURL ?? '', 'Mara');
    ({ id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' }));
    for (let n = 1; n <= 4; n += 1) await newTask(`Late ${n}`, inTime(-n * HOUR));
    await newTask('Late but done', inTime(-HOUR), 'DONE');
    await newTask('Under way', null, 'IN_PROGRESS');
    await newTask('In time', inTime(24 * HOUR));
  });

  test(
    'are linked from the dashboard, as are the tasks that each figure counts',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const context = await browserOf(browser, baseURL ?? '', mara);
      const page = await context.newPage();
      const from = async (name: string, url: string, count: number): Promise<void> => {
        await page.goto('/dashboard');
        await page.getByRole('link', { name, exact: true }).click();
        await expect(page).toHaveURL(url);
        await expect(rows(page)).toHaveCount(count);
      };
      await from('Total Tasks', '/tasks', 7);
      await from('In Progress', '/tasks?status=IN_PROGRESS', 1);
      await from('Completed', '/tasks?status=DONE', 1);
      await from('Overdue', '/tasks?overdue=true', 4);
      await from('View all overdue tasks', '/tasks?overdue=true', 4);
      await expect(page.getByText('Showing 4 of 7 tasks')).toBeVisible();
      await context.close();
    },
  );

  test(
    'are a filter that is visible while active, and is removed like every other',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const context = await browserOf(browser, baseURL ?? '', mara);
      const page = await context.newPage();
      await page.goto('/tasks?overdue=true&status=TODO');
      await expect(due(page)).toHaveText('Overdue');
      await expect(rows(page)).toHaveCount(4);
      await page.getByRole('button', { name: 'Clear Due' }).click();
      await expect(page).toHaveURL('/tasks?status=TODO');
      await expect(rows(page)).toHaveCount(5);
      await page.getByRole('button', { name: 'Clear Status' }).click();
      await expect(page).toHaveURL('/tasks');
      await expect(rows(page)).toHaveCount(7);
      // The button is gone; the focus stays with the filter.
      await expect(page.getByRole('combobox', { name: 'Status' })).toBeFocused();
      await chooseOverdue(page);
      await expect(page).toHaveURL('/tasks?due=OVERDUE');
      await page.reload();
      await expect(rows(page)).toHaveCount(4);

      // If nothing is overdue, the list says why it is empty.
      await page.goto('/tasks?overdue=true&status=IN_PROGRESS');
      await expect(page.getByText('No tasks found')).toBeVisible();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page).toHaveURL('/tasks');
      await context.close();
    },
  );

  test('leave the list when they are done or postponed, and appear when others make them overdue', async ({
    browser,
    baseURL,
  }) => {
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await context.newPage();
    await page.goto('/tasks?overdue=true');
    await expect(rows(page)).toHaveCount(4);
    await focusOn(rows(page).first().getByRole('link'));
    // The keys come after the page.
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('s');
    const picker = page.getByRole('dialog', { name: 'Status' }).getByRole('combobox');
    await expect(picker).toBeFocused();
    await page.keyboard.type('Done');
    await page.keyboard.press('Enter');
    await expect(rows(page)).toHaveCount(3);
    await newTask('Late already', inTime(-HOUR));
    await expect(rows(page)).toHaveCount(4);
    await expect(page.getByRole('link', { name: 'Late already' })).toBeVisible();
    await context.close();
  });

  test('appear in the list when their time has passed', { tag: '@full' }, async ({ browser, baseURL }) => {
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await context.newPage();
    await page.clock.install();
    await newTask('Soon', inTime(10 * 60_000));
    // Loaded tasks become overdue without a request, by the clock alone.
    await page.goto('/tasks');
    await expect(rows(page)).toHaveCount(8);
    await chooseOverdue(page);
    await expect(rows(page)).toHaveCount(4);
    // A request in progress would time out, because the page's clock jumps by ten seconds.
    await page.waitForLoadState('networkidle');
    await page.clock.fastForward(11 * 60_000);
    await expect(page.getByRole('link', { name: 'Soon' })).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    await expect(page.getByText('Showing 5 of 8 tasks')).toBeVisible();

    // Tasks that are not loaded come from the server.
    await newTask('At once', inTime(20_000));
    const other = await context.newPage();
    await other.clock.install();
    await other.goto('/tasks?overdue=true');
    await expect(rows(other)).toHaveCount(4);
    await expect(async () => {
      await other.clock.fastForward(61_000);
      await expect(other.getByRole('link', { name: 'At once' })).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await context.close();
  });

  test('are visible on a phone: active filters come first', async ({ browser, baseURL }) => {
    const phone = { viewport: { width: 360, height: 780 }, hasTouch: true };
    const context = await browserOf(browser, baseURL ?? '', mara, phone);
    const page = await context.newPage();
    await page.goto('/tasks?overdue=true');
    await expect(rows(page)).toHaveCount(4);
    await expect(due(page)).toHaveText('Overdue');
    await expect(due(page)).toBeInViewport({ ratio: 1 });
    await context.close();
  });
});
