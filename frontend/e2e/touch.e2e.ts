import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { collectConsoleErrors } from './consoleErrors.ts';
import { focusOn } from './focus.ts';
import { holdRequests } from './holdRequests.ts';
import { addTasks, browserOf, historySettled, newPerson, type Person } from './people.ts';

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

const due = (day: string): string => new Date(`${day}T18:00:00`).toISOString();
const boxOf = async (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);

test.describe('by the hand', () => {
  let mara: Person;
  let wen: Person;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  let url: string;

  test.beforeAll(async ({ browser, baseURL }) => {
    url = baseURL ?? '';
    [mara, wen] = await Promise.all([newPerson(url, 'Mara'), newPerson(url, 'Wen')]);
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Ardent' });
    await mara.call('POST', `/projects/${id}/members`, { userId: wen.id });
    await mara.call('POST', '/projects', { name: 'Bellows' });
    await addTasks(mara, id, [
      { title: 'Keel', dueDate: due('2027-03-10') },
      { title: 'Mast', dueDate: due('2027-03-20'), status: 'IN_PROGRESS' },
      { title: 'Sail', dueDate: due('2027-04-02'), status: 'IN_PROGRESS' },
    ]);
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await context.newPage();
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('a right-click before the menu has loaded opens it afterwards', async () => {
    const go = await holdRequests(page, /\/assets\/Background-/);
    await page.goto('/board');
    await page.getByRole('link', { name: 'Keel' }).click({ button: 'right' });
    go();
    await expect(page.getByRole('menuitem', { name: 'Set due date' })).toBeVisible();
    await page.unroute(/\/assets\/Background-/);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  });

  test('N adds a task to the focused column and returns the focus, and the panel’s arrows are tab stops', async () => {
    await focusOn(page.getByRole('link', { name: 'Mast' }));
    await page.keyboard.press('n');
    const line = page.getByRole('textbox', { name: 'New task, In Progress' });
    await expect(line).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'Mast' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Move Mast' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('link', { name: 'Mast' })).toBeFocused();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog');
    await expect(panel.getByRole('button', { name: 'Next task' })).toBeVisible();
    await panel.getByRole('button', { name: 'Close' }).focus();
    for (const name of ['Delete task', 'Duplicate task', 'Copy link']) {
      await page.keyboard.press('Shift+Tab');
      await expect(panel.getByRole('button', { name })).toBeFocused();
    }
    await page.keyboard.press('Shift+Tab');
    await expect(panel.getByRole('button', { name: 'Next task' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Sail' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  test('a board without matches says so once, and offers to clear the filter', async () => {
    await page.goto('/board?tag=nowhere&priority=HIGH');
    await expect(page.getByRole('status').filter({ hasText: 'No tasks found' })).toBeVisible();
    await expect(page.getByText('No tasks', { exact: true })).toHaveCount(0);
    expect(await findViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/board');
    await expect(page.locator('[data-filter-menu]')).toBeFocused();
    await expect(page.getByRole('link', { name: 'Keel' })).toBeVisible();
    await expect(page.getByText('No tasks', { exact: true })).toHaveCount(2);
  });

  test('a group’s + creates a task of that group', { tag: '@full' }, async () => {
    await page.goto('/tasks?group=assignee');
    await page.getByRole('button', { name: 'New task for No assignee' }).click();
    const form = page.getByRole('dialog', { name: 'Create New Task' });
    await expect(form).toBeVisible();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
    await historySettled(page);
    await page.goto('/tasks?group=project');
    await page.getByRole('button', { name: 'New task in Ardent' }).click();
    await expect(form.getByRole('combobox', { name: 'Project' })).toContainText('Ardent');
    await form.getByRole('textbox', { name: 'Title' }).fill('Rope @wen');
    await page.keyboard.press('Control+Enter');
    await expect(form).toBeHidden();
    await historySettled(page);
    await page.goto('/tasks?group=assignee');
    await page.getByRole('button', { name: 'New task for Wen Stone' }).click();
    await expect(form.getByRole('combobox', { name: 'Assignee' })).toContainText('Wen Stone');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
    await historySettled(page);
  });

  test('the days of a filter are written in words, or pressed one after the other', { tag: '@full' }, async () => {
    await page.goto('/tasks?from=2027-03-01&to=2027-03-31');
    const titles = page.locator('[data-task-link]');
    await expect(titles).toHaveText(['Mast', 'Keel']);
    await page.getByRole('button', { name: /^Due Mar 1 – Mar 31/ }).click();
    const days = page.getByRole('dialog', { name: 'Due between' });
    await expect(days.getByLabel('From')).toBeFocused();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.type('3/15/2027');
    await expect(days.getByRole('status')).toHaveText('Mar 15, 2027');
    await page.keyboard.press('Enter');
    await expect(days.getByLabel('To')).toBeFocused();
    await page.keyboard.type('someday');
    await page.keyboard.press('Enter');
    await expect(days.getByText('Couldn’t read that date')).toBeVisible();
    await days.getByLabel('To').fill('april 5 2027');
    await page.keyboard.press('Enter');
    await expect(days).toBeHidden();
    await expect(page).toHaveURL('/tasks?from=2027-03-15&to=2027-04-05');
    await expect(titles).toHaveText(['Sail', 'Mast']);
    // by keys in the month, the first day and the last
    await page.getByRole('button', { name: /^Due Mar 15 – Apr 5/ }).press('Enter');
    await expect(days.getByLabel('From')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(days.getByRole('button', { name: 'March 15, 2027' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(days.getByRole('status')).toHaveText('Type or pick an end date');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(days).toBeHidden();
    await expect(page).toHaveURL('/tasks?from=2027-03-08&to=2027-03-15');
    await expect(titles).toHaveText(['Keel']);
    // an open end
    await page.getByRole('button', { name: /^Due Mar 8/ }).press('Enter');
    await expect(days.getByLabel('From')).toBeFocused();
    await page.keyboard.press('Delete');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/tasks?to=2027-03-15');
    await page.keyboard.press('Escape');
    await expect(days).toBeHidden();
    await page.getByRole('button', { name: 'Clear Due between' }).click();
    await expect(page).toHaveURL('/tasks');
    await expect(page.locator('[data-filter-menu]')).toBeFocused();
  });

  test('My work has its tools in one line', async () => {
    await page.goto('/tasks?assignee=me&group=due');
    await expect(page.getByRole('button', { name: 'Display' })).toBeVisible();
    // An element that is rendered again during the measurement has no position.
    const lines = () =>
      page
        .locator('[role=search] :is(.btn-filter, .seg)')
        .filter({ visible: true })
        .evaluateAll((all) => [...new Set(all.map((each) => Math.round(each.getBoundingClientRect().top / 20)))]);
    await expect.poll(lines).toHaveLength(1);
  });

  test(
    'on a phone the date controls are complete, and they and the views are within reach',
    { tag: '@full' },
    async ({ browser }) => {
      const phone = await browserOf(browser, url, mara, PHONE);
      const small = await phone.newPage();
      await small.goto('/tasks?from=2027-03-01&to=2027-03-31');
      await expect(small.getByRole('link', { name: 'Keel' })).toBeVisible();
      const views = await small.getByRole('button', { name: 'Views' }).boundingBox();
      expect(Math.min(views?.width ?? 0, views?.height ?? 0)).toBeGreaterThanOrEqual(44);
      await small.getByRole('button', { name: /^Due Mar 1/ }).tap();
      const days = small.getByRole('dialog', { name: 'Due between' });
      await expect(days.locator('[data-day="2027-03-01"]')).toBeFocused();
      const isWhole = async (): Promise<void> => {
        const { top, bottom, left, right } = await boxOf(small, '.pop-tall > .pop');
        expect([top >= 0, bottom <= 780, left >= 0, right <= 360]).toEqual([true, true, true, true]);
        expect(
          await days.or(small.getByRole('dialog').last()).evaluate((box) => box.scrollHeight - box.clientHeight),
        ).toBe(0);
      };
      await isWhole();
      await days.getByRole('button', { name: 'March 9, 2027' }).tap();
      await days.getByRole('button', { name: 'March 12, 2027' }).tap();
      await expect(days).toBeHidden();
      await expect(small).toHaveURL('/tasks?from=2027-03-09&to=2027-03-12');
      await small.getByRole('link', { name: 'Keel' }).tap();
      await small
        .getByRole('dialog', { name: 'Keel' })
        .getByRole('button', { name: /^Due Date/ })
        .tap();
      await expect(small.getByRole('button', { name: /^Today/ })).toBeFocused();
      await isWhole();
      await phone.close();
    },
  );
});
