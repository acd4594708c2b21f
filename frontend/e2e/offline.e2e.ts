import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { holdRequests } from './holdRequests.ts';
import { browserOf, newPerson, outboxLoaded, type Person } from './people.ts';

/** The element that replaces the panel. */
const missing = (page: Page) => page.getByRole('complementary', { name: 'Task' });
const title = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Title' });

test.describe('code that fails to load', () => {
  let mara: Person;
  let taskId: string;
  let context: BrowserContext;
  let page: Page;
  /** Files whose names begin with these words cannot be loaded. */
  const without = (name: string) => context.route(new RegExp(`/assets/${name}-`), (route) => route.abort());

  test.beforeEach(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const body = { projectId, title: 'Book freight', priority: 'LOW' };
    ({ id: taskId } = await mara.call<{ id: string }>('POST', '/tasks', body));
    context = await browserOf(browser, url, mara, { fetchesAhead: true });
    page = await context.newPage();
  });
  test.afterEach(() => context.close());

  test('of the panel keeps the page, and loads on retry', { tag: '@full' }, async () => {
    await without('TaskPanel');
    await page.goto('/board');
    const card = page.getByRole('link', { name: 'Book freight', exact: true });
    await card.click();
    await expect(missing(page).getByRole('alert')).toContainText('Couldn’t load this');
    await expect(card).toBeVisible();
    await context.unrouteAll();
    // unless it comes back by itself before, with the next answer of the server
    await expect(async () => {
      const again = missing(page).getByRole('button', { name: 'Try again' });
      await again.click({ timeout: 2_000 }).catch(() => undefined);
      await expect(title(page)).toHaveValue('Book freight', { timeout: 2_000 });
    }).toPass();
  });

  test('of the panel loads by itself when the network is back', async () => {
    await without('TaskPanel');
    await page.goto(`/tasks?task=${taskId}`);
    await expect(missing(page).getByRole('alert')).toBeVisible();
    await context.setOffline(true);
    await context.unrouteAll();
    await context.setOffline(false);
    await expect(title(page)).toHaveValue('Book freight');
  });

  test('of the bell and of a dialog is reported, and the next press retries', { tag: '@full' }, async () => {
    await without('(NotificationsPopover|commandDialogs)');
    await page.goto('/dashboard');
    const bell = page.getByRole('button', { name: /^Notifications/ });
    await bell.click();
    const said = page.getByText('Couldn’t load this');
    await expect(said).toBeVisible();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(said).toBeHidden();
    const search = page.getByRole('button', { name: 'Search or jump to…' });
    await search.click();
    await expect(said).toBeVisible();
    await expect(search).toBeVisible();
    await context.unrouteAll();
    await bell.click();
    await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
    await page.keyboard.press('Escape');
    await search.click();
    await expect(page.getByRole('dialog', { name: 'Search or jump to…' }).getByRole('combobox')).toBeFocused();
  });

  test('of a page is reported, and the page loads when the network is back', async () => {
    await without('ProfilePage');
    await page.goto('/profile');
    await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await context.setOffline(true);
    await context.unrouteAll();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Mara Stone' })).toBeVisible();
  });

  test('changes made offline are stored, and sent when the network is back', async () => {
    await page.goto(`/tasks?task=${taskId}`);
    await expect(title(page)).toHaveValue('Book freight');
    await expect(page.getByText('created the task')).toBeVisible();
    await outboxLoaded(page);
    await context.setOffline(true);
    await title(page).fill('Book freight by rail');
    await title(page).press('Enter');
    const waiting = page.getByRole('button', { name: '1 change pending' });
    await expect(waiting).toBeVisible();
    await context.setOffline(false);
    await expect
      .poll(async () => (await mara.call<{ title: string }>('GET', `/tasks/${taskId}`)).title)
      .toBe('Book freight by rail');
    await expect(waiting).toHaveCount(0);
    await expect(title(page)).toHaveValue('Book freight by rail');
  });

  test('the status line explains what works offline, and a moved card stays and is sent later', async () => {
    await page.goto('/board');
    const card = page.getByRole('link', { name: 'Book freight', exact: true });
    const column = (name: string) => page.getByRole('region', { name });
    const open = page.getByRole('button', { name: 'Move Book freight' });
    await card.hover();
    await open.click();
    await expect(page.getByRole('menuitem', { name: 'In Review' })).toBeVisible();
    await outboxLoaded(page);
    await context.setOffline(true);
    await expect(
      page.getByRole('status').getByText('Changes are saved here and synced when you’re back.'),
    ).toBeVisible();
    await page.getByRole('menuitem', { name: 'In Review' }).click();
    const waiting = page.getByRole('button', { name: '1 change pending' });
    await expect(waiting).toBeVisible();
    await expect(column('In Review').getByText('Book freight')).toBeVisible();
    await context.setOffline(false);
    await expect(waiting).toHaveCount(0);
    await expect(column('In Review').getByText('Book freight')).toBeVisible();
    expect((await mara.call<{ status: string }>('GET', `/tasks/${taskId}`)).status).toBe('IN_REVIEW');
    await expect(page.getByText('You’re offline.')).toBeHidden();
  });
});

test('prefetching starts only after the page has loaded', async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  await mara.call('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
  const context = await browserOf(browser, baseURL ?? '', mara, { fetchesAhead: true });
  const page = await context.newPage();
  const ahead: string[] = [];
  page.on('request', (request) => {
    const [name] = /(TaskPanel|createForms|DashboardPage|menus)-/.exec(request.url()) ?? [];
    if (name) ahead.push(name);
  });
  const release = await holdRequests(page, '**/graphql', /query Board\b/);
  const asked = page.waitForRequest((request) => /query Board\b/.test(request.postData() ?? ''));
  await page.goto('/board');
  await asked;
  // Longer than a page is ever idle before its first answer.
  await page.evaluate(() => new Promise((done) => setTimeout(done, 2500)));
  expect(ahead).toEqual([]);
  release();
  await expect(page.getByRole('link', { name: 'Book freight', exact: true })).toBeVisible();
  await expect.poll(() => new Set(ahead).size).toBe(4);
  await context.close();
});
