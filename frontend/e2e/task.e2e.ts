import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newTeam, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

const panel = (page: Page): Locator => page.getByRole('dialog');
const title = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Title' });
const description = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Description' });
const link = (page: Page, text: string): Locator => page.locator('[data-task-link]', { hasText: text });
const choose = async (page: Page, fact: string, option: string): Promise<void> => {
  await panel(page).getByRole('combobox', { name: fact }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** A lost connection shows in the console. */
const EXPECTED = 'ERR_INTERNET_DISCONNECTED';

test.describe('a task that is open', () => {
  let mara: Person;
  let wen: Person;
  let projectId: string;
  let maras: BrowserContext;
  let baseURL: string;
  let errors: string[];

  const addTask = (name: string, more: object = {}): Promise<Named> =>
    mara.call('POST', '/tasks', { projectId, title: name, priority: 'MEDIUM', ...more });
  const taskNow = (id: string): Promise<Record<string, unknown>> => mara.call('GET', `/tasks/${id}`);

  test.beforeEach(async ({ browser }, { project }) => {
    baseURL = project.use.baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(baseURL));
    maras = await browserOf(browser, baseURL, mara);
    errors = collectConsoleErrors(maras);
  });
  test.afterEach(async () => {
    await maras.close();
    expect(errors.filter((error) => !error.includes(EXPECTED))).toEqual([]);
  });

  test('opens by its key, which cards and the panel show, and whose link is copied', async () => {
    const { id } = await addTask('Sign the lease');
    const key = String((await taskNow(id))['key']);
    await maras.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await openLive(maras, `/tasks/${key.toLowerCase()}`);
    await expect(title(page)).toHaveValue('Sign the lease');
    await page.goto(`/tasks/${key}`);
    await expect(page).toHaveURL(`/tasks?task=${key}`);
    await expect(title(page)).toHaveValue('Sign the lease');
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await panel(page)
      .getByRole('button', { name: `Copy key ${key}` })
      .click();
    await expect.poll(copied).toBe(key);
    await panel(page).getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(copied).toMatch(new RegExp(`/tasks/${key}$`));
    await page.goto('/board');
    await expect(page.getByText(key, { exact: true })).toBeVisible();
    await page.goto('/tasks/NONE-7');
    await expect(page.getByText('Task not found')).toBeVisible();
  });

  test('has an address; Back and Escape close it, and the focus goes back to its card', async () => {
    const { id } = await addTask('Book freight');
    await addTask('Cut the teaser');
    const page = await openLive(maras, '/board');
    await link(page, 'Book freight').press('Enter');
    await expect(title(page)).toHaveValue('Book freight');
    await expect(page).toHaveURL(`/board?task=${String((await taskNow(id))['key'])}`);
    await expect(panel(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Book freight · /);
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveTitle(/^Board · /);
    await expect(page).toHaveURL('/board');
    await expect(link(page, 'Book freight')).toBeFocused();

    // The page beside the panel stays usable. Another task replaces the open one, and one step back leads to the page.
    await link(page, 'Book freight').click();
    await expect(title(page)).toHaveValue('Book freight');
    await link(page, 'Cut the teaser').click();
    await expect(title(page)).toHaveValue('Cut the teaser');
    await expect(panel(page)).toBeFocused();
    await page.goBack();
    await expect(panel(page)).toBeHidden();
    await expect(page).toHaveURL('/board');

    for (const path of ['/tasks', `/projects/${projectId}`, '/board']) {
      await page.goto(`${path}?task=${id}`);
      await expect(title(page)).toHaveValue('Book freight');
      await panel(page).getByRole('button', { name: 'Close' }).click();
      await expect(panel(page)).toBeHidden();
      await expect(page).toHaveURL(path);
    }
    await page.goto('/board?task=019aa5d2-3f1e-7c43-9a51-0e8d4c5b6a7f');
    await expect(panel(page).getByText('Task not found')).toBeVisible();
  });

  test('saves every field in place', async () => {
    await addTask('Other', { tags: ['copy', 'press'] });
    const { id } = await addTask('Press kit');
    const page = await openLive(maras, `/tasks?task=${id}`);
    await title(page).fill('Press kit for the launch');
    await title(page).press('Enter');
    await description(page).fill('One folder, one link.');
    await description(page).press('Control+Enter');
    await choose(page, 'Status', 'In Review');
    await choose(page, 'Priority', 'Urgent');
    await choose(page, 'Assignee', 'Wen Stone');
    await panel(page)
      .getByRole('button', { name: /^Due Date/ })
      .click();
    await page.getByLabel('Date and time').fill('2030-11-27T17:30');
    await page.keyboard.press('Enter');
    await expect(panel(page).getByRole('button', { name: 'Due Date Nov 27, 2030, 5:30 PM' })).toBeVisible();
    const tags = panel(page).getByRole('combobox', { name: 'Tags' });
    await tags.fill('pre');
    await page.getByRole('option', { name: 'press', exact: true }).click();
    await tags.fill('photos');
    await page.keyboard.press('Enter');
    await tags.fill('x'.repeat(31));
    await page.keyboard.press('Enter');
    await expect(panel(page).getByText('A tag must be at most 30 characters')).toBeVisible();
    await expect(tags).toHaveValue('x'.repeat(31));
    // Escape gives up what is typed, and nothing else
    await tags.press('Escape');
    await expect(tags).toHaveValue('');
    await expect(panel(page).getByText('A tag must be at most 30 characters')).toBeHidden();
    await expect(panel(page).getByRole('button', { name: 'Remove photos' })).toBeVisible();
    await tags.fill('embargo,');
    await expect(panel(page).getByText('A tag must be at most 30 characters')).toBeHidden();
    await expect(panel(page).getByLabel('embargo', { exact: true })).toBeVisible();

    const saved = {
      title: 'Press kit for the launch',
      description: 'One folder, one link.',
      status: 'IN_REVIEW',
      priority: 'URGENT',
      assigneeId: wen.id,
      dueDate: '2030-11-27T17:30:00.000Z',
      tags: ['press', 'photos', 'embargo'],
    };
    await expect.poll(() => taskNow(id)).toMatchObject(saved);
    await title(page).focus();
    await expect(page.getByRole('row', { name: 'Press kit for the launch' })).toContainText('In Review');

    await page.reload();
    await expect(title(page)).toHaveValue(saved.title);
    await expect(description(page)).toHaveValue(saved.description);
    await expect(panel(page).getByRole('combobox', { name: 'Assignee' })).toContainText('Wen Stone');
    await panel(page).getByRole('button', { name: 'Clear due date' }).click();
    await panel(page).getByRole('button', { name: 'Remove photos' }).click();
    await expect.poll(() => taskNow(id)).toMatchObject({ dueDate: null, tags: ['press', 'embargo'] });

    await panel(page).getByRole('radio', { name: 'History' }).check();
    const history = panel(page).getByRole('list', { name: 'History' });
    await expect(history).toContainText('Mara Stone moved it from To Do to In Review');
    await expect(history).toContainText('Mara Stone created the task');
    await expect(panel(page).getByTitle(/^Created by Mara Stone on /)).toBeVisible();
  });

  test('shows an error at the field, and reverts a value that could not be saved', async () => {
    const { id } = await addTask('Press kit');
    const page = await openLive(maras, `/board?task=${id}`);
    await title(page).fill('  ');
    await title(page).press('Enter');
    await expect(panel(page).getByText('Title is required')).toBeVisible();
    await title(page).fill('x'.repeat(201));
    await title(page).blur();
    await expect(panel(page).getByText('Title must be less than 200 characters')).toBeVisible();
    await expect(title(page)).toHaveValue('x'.repeat(201));
    await title(page).press('Escape');
    await expect(title(page)).toHaveValue('Press kit');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(title(page)).toHaveValue('x'.repeat(201));
    await title(page).blur();
    await panel(page).getByRole('button', { name: 'Discard' }).click();
    await expect(title(page)).toHaveValue('Press kit');

    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('UpdateTask')) return route.continue();
      return route.fulfill({ json: { errors: [{ message: '', extensions: { code: 'BAD_REQUEST' } }], data: null } });
    });
    await choose(page, 'Status', 'Done');
    await expect(panel(page).getByText('Failed to update task')).toHaveCount(1);
    await expect(panel(page).getByRole('combobox', { name: 'Status' })).toContainText('To Do');
    await expect(page.getByRole('region', { name: 'To Do', exact: true }).locator('[data-task-link]')).toHaveCount(1);
    await title(page).fill('Worth keeping');
    await title(page).press('Enter');
    await expect(panel(page).getByText('Failed to update task')).toHaveCount(2);
    await expect(title(page)).toHaveValue('Worth keeping');
    await page.unroute('**/graphql');
    await title(page).press('Enter');
    await expect.poll(() => taskNow(id)).toMatchObject({ title: 'Worth keeping' });
  });

  test('shows both texts when two people change one, and loses neither', async ({ browser }) => {
    const { id } = await addTask('Press kit', { description: 'One folder.' });
    const wens = await browserOf(browser, baseURL, wen);
    const hers = await openLive(maras, `/board?task=${id}`);
    const his = await openLive(wens, `/board?task=${id}`);
    await title(hers).fill('Press kit by Mara');
    await title(his).fill('Press kit by Wen');
    await title(his).press('Enter');
    const conflict = panel(hers).getByRole('alert', { name: 'Conflict: title' });
    await expect(conflict).toContainText('Wen Stone changed this title while you were editing');
    await expect(conflict).toContainText('Press kit by Mara');
    await expect(conflict).toContainText('Press kit by Wen');
    await expect(title(hers)).toHaveValue('Press kit by Mara');
    await expect(title(hers)).toBeFocused();
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await expect(conflict).toBeHidden();
    await expect(title(his)).toHaveValue('Press kit by Mara');

    // If she learns of it only from the refusal, the result is the same.
    await maras.setOffline(true);
    await description(hers).fill('One folder, one link.');
    await description(his).fill('Two folders.');
    await description(his).press('Control+Enter');
    await expect.poll(() => taskNow(id)).toMatchObject({ description: 'Two folders.' });
    await maras.setOffline(false);
    await description(hers).press('Control+Enter');
    const other = panel(hers).getByRole('alert', { name: 'Conflict: description' });
    await expect(other).toContainText('Two folders.');
    await other.getByRole('button', { name: 'Keep both' }).click();
    await expect(description(hers)).toHaveValue('Two folders.\n\nOne folder, one link.');
    await panel(hers).getByRole('button', { name: 'Save', exact: true }).click();
    await expect(description(his)).toHaveValue('Two folders.\n\nOne folder, one link.');

    // Different fields merge.
    await title(hers).fill('Press kit for all');
    await choose(his, 'Priority', 'High');
    await expect(panel(hers).getByRole('combobox', { name: 'Priority' })).toContainText('High');
    await expect(title(hers)).toHaveValue('Press kit for all');
    await title(hers).press('Enter');
    await expect.poll(() => taskNow(id)).toMatchObject({ title: 'Press kit for all', priority: 'HIGH' });
    await wens.close();
  });

  test('keeps unfinished text after a reload, on other pages and after the end of a session', async () => {
    const { id } = await addTask('Press kit');
    const page = await openLive(maras, `/board?task=${id}`);
    await title(page).fill('Press kit, half');
    await page.reload();
    await expect(title(page)).toHaveValue('Press kit, half');
    await expect(panel(page).getByText('Not saved')).toBeVisible();
    await description(page).fill('Half a sentence');
    await page.goBack();
    await page.goForward();
    await expect(title(page)).toHaveValue('Press kit, half');
    await expect(description(page)).toHaveValue('Half a sentence');
    expect(await taskNow(id)).toMatchObject({ title: 'Press kit' });

    await mara.call('POST', '/auth/logout');
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Session expired. Please login again.')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Email' }).fill(mara.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill('Secret123');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`/board?task=${id}`);
    await expect(title(page)).toHaveValue('Press kit, half');
    await expect(description(page)).toHaveValue('Half a sentence');
    await panel(page).getByRole('button', { name: 'Save', exact: true }).first().click();
    await expect(panel(page).getByRole('button', { name: 'Save', exact: true })).toHaveCount(1);
  });

  test('accepts a comment that mentions a member', { tag: '@full' }, async () => {
    const { id } = await addTask('Press kit');
    const page = await openLive(maras, `/tasks?task=${id}`);
    const text = panel(page).getByRole('textbox', { name: 'Comment' });
    await text.pressSequentially('Could you look, @we');
    await page.getByRole('option', { name: 'Wen Stone' }).click();
    await page.keyboard.press('Control+Enter');
    await expect(text).toHaveValue('');
    const said = panel(page).getByRole('article', { name: 'Comment by Mara Stone' });
    await expect(said).toContainText(/Could you look, @wen-/);
    await said.hover();
    await panel(page).getByRole('button', { name: 'Edit comment' }).click();
    await panel(page).getByRole('textbox', { name: 'Edit comment' }).fill('Half changed');
    await page.reload();
    await expect(panel(page).getByRole('textbox', { name: 'Edit comment' })).toHaveValue('Half changed');
    await page.keyboard.press('Control+Enter');
    await expect(said).toContainText('Half changed');
  });

  test('is deleted at once, can be restored by Undo, and says so where it is open', async ({ browser }) => {
    const { id } = await addTask('Press kit');
    const wens = await browserOf(browser, baseURL, wen);
    const his = await openLive(wens, `/board?task=${id}`);
    const hers = await openLive(maras, `/board?task=${id}`);
    await panel(his).getByRole('textbox', { name: 'Comment' }).fill('Half said');
    await title(his).fill('Half typed');
    await panel(hers).getByRole('button', { name: 'Delete task' }).click();
    await expect(panel(hers)).toBeHidden();
    // A message stays as long as the pointer is on it.
    await hers.locator('.toast', { hasText: 'Task deleted successfully' }).hover();
    await expect(link(hers, 'Press kit')).toHaveCount(0);
    await expect(panel(his).getByText('This task doesn’t exist')).toBeVisible();
    await expect(title(his)).toHaveValue('Half typed');
    await expect(panel(his).getByText('Half said')).toBeVisible();
    await expect(panel(his).getByRole('combobox', { name: 'Status' })).toBeDisabled();
    await hers.getByRole('button', { name: 'Undo' }).click();
    await expect(link(hers, 'Press kit')).toBeVisible();
    await wens.close();
  });

  test('keeps the focus when someone else deletes it, also the focus of a field in it', { tag: '@full' }, async () => {
    const { id } = await addTask('Press kit');
    const page = await openLive(maras, `/board?task=${id}`);
    await panel(page).getByRole('textbox', { name: 'Comment' }).focus();
    await wen.call('DELETE', `/tasks/${id}`);
    await expect(panel(page).getByRole('alert')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel(page)).toBeHidden();
  });

  test('fills the screen of a phone', async ({ browser }) => {
    const { id } = await addTask('Press kit');
    const phone = await browserOf(browser, baseURL, mara, { viewport: { width: 360, height: 780 }, hasTouch: true });
    const page = await phone.newPage();
    await page.goto('/board');
    await link(page, 'Press kit').tap();
    await expect(title(page)).toHaveValue('Press kit');
    await expect.poll(() => panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 780 });
    await choose(page, 'Status', 'Done');
    await panel(page).getByRole('button', { name: 'Close' }).tap();
    await expect(panel(page)).toBeHidden();
    await expect.poll(() => taskNow(id)).toMatchObject({ status: 'DONE' });
    await phone.close();
  });
});
