import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { browserOf, newPerson, type Person } from './people.ts';

/** What stands in the panel's place. */
const missing = (page: Page) => page.getByRole('complementary', { name: 'Task' });
const title = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Title' });

test.describe('code that does not come', () => {
  let mara: Person;
  let taskId: string;
  let context: BrowserContext;
  let page: Page;
  /** Files whose names begin so cannot be loaded. */
  const without = (name: string) => context.route(new RegExp(`/assets/${name}-`), (route) => route.abort());

  test.beforeEach(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const body = { projectId, title: 'Book freight', priority: 'LOW' };
    ({ id: taskId } = await mara.call<{ id: string }>('POST', '/tasks', body));
    context = await browserOf(browser, url, mara);
    page = await context.newPage();
  });
  test.afterEach(() => context.close());

  test('of the panel leaves the page as it is, and comes when it is asked for again', async () => {
    await without('TaskPanel');
    await page.goto('/board');
    const card = page.getByRole('link', { name: 'Book freight', exact: true });
    await card.click();
    await expect(missing(page).getByRole('alert')).toContainText('This part could not be loaded');
    await expect(card).toBeVisible();
    await context.unrouteAll();
    await missing(page).getByRole('button', { name: 'Try again' }).click();
    await expect(title(page)).toHaveValue('Book freight');
  });

  test('of the panel comes by itself when the network is back', async () => {
    await without('TaskPanel');
    await page.goto(`/tasks?task=${taskId}`);
    await expect(missing(page).getByRole('alert')).toBeVisible();
    await context.setOffline(true);
    await context.unrouteAll();
    await context.setOffline(false);
    await expect(title(page)).toHaveValue('Book freight');
  });

  test('of the bell and of a dialog is said, and the next press is the next try', async () => {
    await without('(NotificationsPopover|CommandMenu)');
    await page.goto('/dashboard');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    const said = page.getByText('This part could not be loaded');
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(said).toBeHidden();
    const search = page.getByRole('button', { name: 'Search or go to' });
    await search.click();
    await expect(said).toBeVisible();
    await expect(search).toBeVisible();
    await context.unrouteAll();
    await bell.click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    await search.click();
    await expect(page.getByRole('dialog', { name: 'Search or go to' }).getByRole('combobox')).toBeFocused();
  });

  test('of a page is said, and the page is loaded when the network is back', async () => {
    await without('ProfilePage');
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await context.setOffline(true);
    await context.unrouteAll();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Mara Stone' })).toBeVisible();
  });

  test('what was written offline is kept, and sent when the network is back', async () => {
    await page.goto(`/tasks?task=${taskId}`);
    await expect(title(page)).toHaveValue('Book freight');
    await expect(page.getByText('No comments yet')).toBeVisible();
    await context.setOffline(true);
    await title(page).fill('Book freight by rail');
    await title(page).press('Enter');
    const alert = page.getByRole('dialog').getByText('Network error. Please check your connection.');
    await expect(alert.first()).toBeVisible({ timeout: 20_000 });
    await context.setOffline(false);
    await expect
      .poll(async () => (await mara.call<{ title: string }>('GET', `/tasks/${taskId}`)).title, { timeout: 15_000 })
      .toBe('Book freight by rail');
    await expect(alert).toHaveCount(0);
    await expect(title(page)).toHaveValue('Book freight by rail');
  });
});
