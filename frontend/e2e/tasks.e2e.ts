import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { focusOn } from './focus.ts';
import { addTasks, browserOf, newPerson, newTeam, openLive, type Person } from './people.ts';

interface Made {
  id: string;
}

/** Task 001 and on. */
const numbered = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Task ${String(at + 1).padStart(3, '0')}` }));
const rows = (page: Page) => page.locator('[data-task-link]');
const choose = async (page: Page, filter: string, option: string): Promise<void> => {
  const box = page.getByRole('combobox', { name: filter, exact: true });
  await box.click();
  await page.getByRole('option', { name: option, exact: true }).click();
  // A filter with several values stays open for the next choice.
  if ((await box.getAttribute('aria-expanded')) === 'true') await box.click();
};
/** Adds a filter by the menu of all filters, typing its value. */
const addFilter = async (page: Page, value: string): Promise<void> => {
  await page.getByRole('button', { name: 'Add a filter' }).click();
  await page.getByRole('dialog', { name: 'Add a filter' }).getByRole('combobox').fill(value);
  await page.getByRole('option', { name: value, exact: true }).click();
  await page.keyboard.press('Escape');
};
const dialog = (page: Page) => page.getByRole('dialog');

test.describe.serial('the list of tasks', () => {
  let mara: Person;
  let wen: Person;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let errors: string[];

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    wen = await newPerson(url, 'Wen');
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await context.newPage();
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('says that there are none yet', async () => {
    await page.goto('/tasks');
    await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible();
    await expect(page.getByText('Manage all your tasks in one place.')).toBeVisible();
    await expect(page.getByText('No tasks yet')).toBeVisible();
    await expect(page.getByText('Get started by creating your first task.')).toBeVisible();
    await expect(page.getByText('Showing 0 of 0 tasks')).toBeVisible();
  });

  test('shows tasks with their facts, and finds them without accents', async () => {
    ({ id: projectId } = await mara.call<Made>('POST', '/projects', { name: 'Tern launch' }));
    await mara.call('POST', `/projects/${projectId}/members`, { userId: wen.id });
    const task = (title: string, more: object = {}) =>
      mara.call<Made>('POST', '/tasks', { title, projectId, priority: 'MEDIUM', ...more });
    await task('Ship to Zürich', {
      priority: 'URGENT',
      description: 'x'.repeat(130),
      tags: ['a1', 'b2', 'c3', 'd4', 'e5'],
      dueDate: '2020-01-01T12:00:00.000Z',
    });
    await task('Checkout in Åland', { priority: 'HIGH', status: 'IN_PROGRESS' });
    await task('Spare gaskets', { description: 'For the depot in Zurich', assigneeId: wen.id });
    await page.goto('/tasks?view=grid');
    const first = page.getByRole('article').filter({ hasText: 'Ship to Zürich' });
    await expect(first).toContainText(`${'x'.repeat(100)}...`);
    await expect(first).toContainText('+2 more');
    await expect(first).toContainText('Overdue by');
    await expect(first).toContainText('Urgent');
    await expect(first).not.toContainText('Assigned');
    await expect(page.getByRole('article').filter({ hasText: 'Spare gaskets' })).toContainText('Assigned');
    await expect(page.getByText('Showing 3 of 3 tasks')).toBeVisible();

    const search = page.getByRole('searchbox', { name: 'Search tasks' });
    await search.fill('zurich');
    await expect(rows(page)).toHaveText(['Spare gaskets', 'Ship to Zürich']);
    await expect(page.getByText('Showing 2 of 3 tasks')).toBeVisible();
    await search.fill('depot gaskets');
    await expect(rows(page)).toHaveText(['Spare gaskets']);
    await search.fill('nothing like it');
    await expect(page.getByText('No tasks found')).toBeVisible();
    await expect(page.getByText('Try adjusting your filters or search term.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect(search).toHaveValue('');
    await expect(rows(page)).toHaveCount(3);
    await expect(page).toHaveURL('/tasks?view=grid');
  });

  test('keeps its filters in the address, over a reload', async () => {
    await page.goto('/tasks');
    await choose(page, 'Priority', 'Urgent');
    await choose(page, 'Status', 'To Do');
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('Züri');
    await page.getByRole('radio', { name: 'Grid' }).check();
    await expect(page).toHaveURL(/priority=URGENT.*status=TODO.*view=grid/);
    await expect(page).toHaveURL(/q=Z%C3%BCri/);
    await page.reload();
    await expect(rows(page)).toHaveText(['Ship to Zürich']);
    await expect(page.getByRole('searchbox', { name: 'Search tasks' })).toHaveValue('Züri');
    await expect(page.getByRole('combobox', { name: 'Priority' })).toHaveText('Urgent');
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveText('To Do');
    await expect(page.getByRole('radio', { name: 'Grid' })).toBeChecked();
    await expect(page.getByText('Showing 1 of 3 tasks')).toBeVisible();
  });

  test('narrows down by project and person, and orders', async () => {
    await page.goto('/tasks');
    await addFilter(page, 'Tern launch');
    await addFilter(page, 'Wen Stone');
    await expect(rows(page)).toHaveText(['Spare gaskets']);
    await choose(page, 'Assignee', 'Assigned to me');
    await expect(rows(page)).toHaveText(['Spare gaskets']);
    await choose(page, 'Assignee', 'Wen Stone');
    await expect(page.getByText('No tasks found')).toBeVisible();
    await page.getByRole('combobox', { name: 'Assignee', exact: true }).click();
    await page.getByRole('option', { name: 'Anyone', exact: true }).click();
    await expect(page.getByRole('combobox', { name: 'Assignee', exact: true })).toBeHidden();
    await expect(page.getByRole('button', { name: 'Add a filter' })).toBeFocused();
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await expect(rows(page)).toHaveText(['Checkout in Åland', 'Ship to Zürich', 'Spare gaskets']);
    await page.getByRole('button', { name: 'Display' }).click();
    await choose(page, 'Order', 'Priority');
    await expect(rows(page)).toHaveText(['Ship to Zürich', 'Checkout in Åland', 'Spare gaskets']);
  });

  test('goes from task to task by arrow keys and opens one by Enter', async () => {
    await page.goto('/tasks?sort=TITLE_ASC');
    await focusOn(rows(page).first());
    await page.keyboard.press('ArrowDown');
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('textbox', { name: 'Title' })).toHaveValue('Ship to Zürich');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC');
  });

  test('shows at once what no longer fits', async () => {
    await page.goto('/tasks?status=IN_PROGRESS');
    await expect(rows(page)).toHaveText(['Checkout in Åland']);
    await rows(page).first().click();
    await dialog(page).getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'In Review' }).click();
    await expect(page.getByText('No tasks found')).toBeVisible();
    await expect(page.getByText('Showing 0 of 3 tasks')).toBeVisible();
  });

  test('tells the history of a task', async () => {
    await page.goto('/tasks?q=Checkout');
    await rows(page).first().click();
    await dialog(page).getByRole('radio', { name: 'History' }).check();
    const history = dialog(page).getByRole('list', { name: 'History' });
    await expect(history.getByRole('listitem')).toHaveCount(2);
    await expect(history).toContainText('Mara Stone moved it from In Progress to In Review');
    await expect(history).toContainText('Mara Stone created the task');
  });

  test('takes comments that mention members, in every open window', async ({ browser, baseURL }) => {
    await wen.call('DELETE', '/notifications');
    const other = await browserOf(browser, baseURL ?? '', wen);
    const theirs = await openLive(other, '/tasks');
    await dialog(page).getByRole('radio', { name: 'Comments' }).check();
    await expect(dialog(page).getByText('No comments yet')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(dialog(page).getByText('Comment is required')).toBeVisible();

    const text = dialog(page).getByRole('textbox', { name: 'Comment' });
    await text.fill('Half said');
    await page.reload();
    await expect(text).toHaveValue('Half said');
    await text.fill('');
    await text.pressSequentially('Could you look, @we');
    const option = page.getByRole('option', { name: 'Wen Stone' });
    await expect(option).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(option).toBeHidden();
    await expect(text).toBeVisible();
    await text.pressSequentially(' @we');
    await page.keyboard.press('Enter');
    await expect(text).toHaveValue(/^Could you look, @we @wen-[\da-f]+ $/);
    await page.keyboard.press('Control+Enter');
    await expect(text).toHaveValue('');
    const said = dialog(page).getByRole('article', { name: 'Comment by Mara Stone' });
    await expect(said).toContainText('Could you look');
    await expect(dialog(page).getByRole('button', { name: 'Edit comment' })).toBeAttached();

    await expect(theirs.getByRole('row', { name: 'Checkout in Åland' })).toContainText('1 comment');
    await expect(theirs.getByRole('button', { name: /^Notifications, 1 unread/ })).toBeVisible();
    await other.close();
  });

  test('lets the author change and delete a comment', async () => {
    const said = dialog(page).getByRole('article', { name: 'Comment by Mara Stone' });
    await said.hover();
    await dialog(page).getByRole('button', { name: 'Edit comment' }).click();
    const text = dialog(page).getByRole('textbox', { name: 'Edit comment' });
    await text.fill('Never mind');
    await page.keyboard.press('Control+Enter');
    await expect(said).toContainText('Never mind');
    await expect(said).toContainText('edited');
    await expect(dialog(page).getByRole('button', { name: 'Edit comment' })).toBeFocused();
    await dialog(page).getByRole('button', { name: 'Delete comment' }).click();
    await expect(said).toHaveCount(0);
    await expect(dialog(page).getByRole('list', { name: 'Comments and history' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByRole('row', { name: 'Checkout in Åland' })).not.toContainText('comment');
  });

  test('keeps a comment that cannot be sent', async () => {
    await rows(page).first().click();
    await page.route('**/graphql', async (route) => {
      const isComment = route.request().postData()?.includes('AddComment') ?? false;
      if (!isComment) return route.continue();
      return route.fulfill({
        json: { errors: [{ message: 'Not now', extensions: { code: 'RATE_LIMITED' } }], data: null },
      });
    });
    const text = dialog(page).getByRole('textbox', { name: 'Comment' });
    await text.fill('Worth keeping');
    await dialog(page).getByRole('button', { name: 'Comment', exact: true }).click();
    await expect(dialog(page).getByText('Not now')).toBeVisible();
    await expect(text).toHaveValue('Worth keeping');
    await expect(dialog(page).getByRole('article', { name: /Comment by/ })).toHaveCount(0);
    await page.unroute('**/graphql');
  });
});

test.describe.serial('many tasks', () => {
  let mara: Person;
  let wen: Person;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let errors: string[];
  const row = (name: string, on = page) => on.getByRole('row', { name });
  const bar = () => page.getByRole('group', { name: /selected$/ });
  const openBy = async (key: string): Promise<void> => {
    await page.keyboard.press(key);
    await expect(page.locator('input[role="combobox"]')).toBeFocused();
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(url));
    await addTasks(mara, projectId, numbered(230));
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await openLive(context, '/tasks?sort=TITLE_ASC');
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('show only what is in view, and the rest on the way there', async () => {
    await expect(page.getByText('Showing 230 of 230 tasks')).toBeVisible();
    await expect(row('Task 001')).toBeVisible();
    expect(await rows(page).count()).toBeLessThan(60);
    await focusOn(rows(page).first());
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(row('Task 230')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect.poll(focused).toBe('Task 230');
    expect(await rows(page).count()).toBeLessThan(60);
    await page.keyboard.press('Home');
    await expect.poll(focused).toBe('Task 001');
    await expect(row('Task 001')).toBeInViewport();
  });

  test('are gone through by keys', async () => {
    await focusOn(rows(page).first());
    await page.keyboard.press('j');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect.poll(focused).toBe('Task 003');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/task=/);
    await page.goBack();
    await expect(dialog(page)).toBeHidden();
  });

  test('are chosen by keys, one by one and in ranges', async () => {
    await focusOn(row('Task 002').locator('a'));
    await page.keyboard.press('x');
    await expect(row('Task 002')).toHaveAttribute('aria-selected', 'true');
    await expect(bar()).toContainText('1 selected');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await expect(bar()).toContainText('3 selected');
    await page.keyboard.press('Escape');
    await expect(bar()).toBeHidden();
    await page.keyboard.press('Control+a');
    await expect(bar()).toContainText(/^\d+ selected/);
    await page.keyboard.press('Escape');
    await expect(bar()).toBeHidden();
    await expect.poll(focused).toBe('Task 004');
  });

  test('are chosen by pointer, one by one and in ranges', async () => {
    await row('Task 002').hover();
    await row('Task 002').getByRole('checkbox').check();
    await row('Task 005')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await expect(bar()).toContainText('4 selected');
    await row('Task 003').getByRole('checkbox').uncheck();
    await expect(bar()).toContainText('3 selected');
    await bar().getByRole('button', { name: 'Clear selection' }).click();
    await expect(bar()).toBeHidden();
    await rows(page)
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await rows(page)
      .nth(3)
      .click({ modifiers: ['Shift'] });
    await expect(bar()).toContainText('3 selected');
    await expect(dialog(page)).toBeHidden();
  });

  test('change together, in every open window', async ({ browser, baseURL }) => {
    const other = await browserOf(browser, baseURL ?? '', wen);
    const theirs = await openLive(other, '/tasks?sort=TITLE_ASC');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.postData()?.includes('BulkUpdateTasks')) requests.push(request.url());
    });
    await bar().getByRole('button', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'In Review' }).click();
    await expect(page.getByText('3 tasks updated')).toBeVisible();
    for (const name of ['Task 002', 'Task 003', 'Task 004']) {
      await expect(row(name)).toContainText('In Review');
      await expect(row(name, theirs)).toContainText('In Review');
    }
    expect(requests).toHaveLength(1);
    await expect(bar()).toContainText('3 selected');
    await other.close();
  });

  test('get priority, assignee and tags by keys alone', async () => {
    await focusOn(row('Task 003').locator('a'));
    await openBy('p');
    await page.keyboard.type('hig');
    await page.keyboard.press('Enter');
    await expect(row('Task 004')).toContainText('High');
    await expect.poll(focused).toBe('Task 003');
    await page.keyboard.press('a');
    await expect(page.getByRole('option', { name: 'Wen Stone' })).toBeVisible();
    await expect(page.locator('input[role=combobox]')).toBeFocused();
    await page.keyboard.type('wen');
    await page.keyboard.press('Enter');
    await expect(row('Task 002').getByRole('img', { name: 'Wen Stone' })).toBeVisible();
    await openBy('l');
    await page.keyboard.type('firmware');
    await page.keyboard.press('Enter');
    await expect(row('Task 004')).toContainText('firmware');
    await expect(page.getByRole('option', { name: 'firmware' })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Escape');
    // Escape has closed only the list.
    await expect(bar()).toContainText('3 selected');
    await page.keyboard.press('Escape');
    await expect(bar()).toBeHidden();
    await openBy('s');
    await page.keyboard.type('done');
    await page.keyboard.press('Enter');
    await expect(row('Task 003')).toContainText('Done');
    await expect(row('Task 002')).toContainText('In Review');
  });

  test('are reverted exactly when the server refuses', async () => {
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('BulkUpdateTasks')) return route.continue();
      return route.fulfill({
        json: { errors: [{ message: 'Not now', extensions: { code: 'RATE_LIMITED' } }], data: null },
      });
    });
    await focusOn(row('Task 010').locator('a'));
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+ArrowDown');
    await openBy('s');
    await page.keyboard.type('done');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not now')).toBeVisible();
    await expect(row('Task 010')).toContainText('To Do');
    await expect(row('Task 011')).toContainText('To Do');
    await page.unroute('**/graphql');
  });

  test('are deleted together at once, with one Undo', async () => {
    await bar().getByRole('button', { name: 'Delete' }).click();
    // The messages of the changes before may still be there, each with its own Undo.
    const message = page.getByRole('status').filter({ hasText: '2 tasks deleted' });
    await expect(message.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(row('Task 010')).toHaveCount(0);
    await expect(page.getByText('Showing 228 of 228 tasks')).toBeVisible();
    await expect(bar()).toBeHidden();
    await expect.poll(focused).toBe('Task 012');
  });

  test('are selected by the header checkbox as far as they are loaded, and then all', { tag: '@full' }, async () => {
    await page.goto('/tasks?sort=TITLE_ASC');
    const box = page.getByRole('checkbox', { name: 'Select all' });
    const all = bar().getByRole('button', { name: 'Select all 228' });
    await page.getByRole('columnheader', { name: 'Title' }).hover();
    await box.click();
    await expect(bar()).toContainText('100 selected');
    await expect(box).toBeChecked({ indeterminate: true });
    await all.click();
    await expect(bar()).toContainText('228 selected');
    await expect(box).toBeChecked();
    await expect(all).toBeHidden();

    // One of them is deselected; the action leaves it out, although it is one of many that are not loaded.
    await row('Task 012').getByRole('checkbox').uncheck();
    await expect(bar()).toContainText('227 selected');
    await expect(box).toBeChecked({ indeterminate: true });
    await focusOn(rows(page).nth(5));
    await page.keyboard.press('p');
    await page.getByRole('option', { name: 'High' }).click();
    await expect(page.getByText('227 tasks updated', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(bar()).toBeHidden();
    await page.goto('/tasks?priority=LOW');
    await expect(rows(page)).toHaveText(['Task 012']);
    await expect(page.getByText('Showing 1 of 228 tasks')).toBeVisible();
  });

  test('of all that match are those of the present filter', { tag: '@full' }, async () => {
    await page.goto('/tasks?sort=TITLE_ASC&priority=HIGH');
    await expect(page.getByText('Showing 227 of 228 tasks')).toBeVisible();
    await focusOn(rows(page).first());
    await page.keyboard.press('Control+a');
    await bar().getByRole('button', { name: 'Select all 227' }).click();
    await expect(bar()).toContainText('227 selected');
    await choose(page, 'Priority', 'Low');
    await expect(page.getByText('Showing 228 of 228 tasks')).toBeVisible();
    await expect(bar()).toBeHidden();
    await choose(page, 'Priority', 'All Priority');
    await expect(page.getByText('Showing 228 of 228 tasks')).toBeVisible();
    await expect(bar()).toBeHidden();
  });

  test('show the progress of a change of all, which can be stopped, and its result', { tag: '@full' }, async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    let calls = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('BulkUpdateTasks')) return route.continue();
      calls += 1;
      await held;
      return route.continue();
    });
    await page.goto('/tasks?sort=TITLE_ASC&q=1');
    await expect(page.getByText('Showing 129 of 228 tasks')).toBeVisible();
    await focusOn(rows(page).first());
    await page.keyboard.press('Control+a');
    await bar().getByRole('button', { name: 'Select all 129' }).click();
    await bar().getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'Low' }).click();
    await expect(page.getByText('0 of 129 tasks updated')).toBeVisible();
    await expect.poll(() => calls).toBe(1);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    release();
    // Loaded tasks are changed first, as many as one action can change.
    await expect(page.getByText(/^Stopped. \d+ of 129 tasks updated.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeVisible();
    expect(calls).toBe(1);
    await page.unroute('**/graphql');
    await page.keyboard.press('Escape');
    await expect(bar()).toBeHidden();
  });

  test('are changed 200 in one action, which reports what could not be done', { tag: '@full' }, async () => {
    await page.goto('/tasks?sort=TITLE_ASC');
    await expect(row('Task 001')).toBeVisible();
    await focusOn(rows(page).first());
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(row('Task 230')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await page.keyboard.press('Control+a');
    await expect(bar()).toContainText('228 selected');
    let calls = 0;
    await page.route('**/graphql', async (route) => {
      if (!route.request().postData()?.includes('BulkUpdateTasks')) return route.continue();
      calls += 1;
      if (calls === 1) return route.continue();
      return route.fulfill({
        json: { errors: [{ message: 'Not now', extensions: { code: 'RATE_LIMITED' } }], data: null },
      });
    });
    await bar().getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('option', { name: 'Medium' }).click();
    await expect(page.getByText('200 of 228 tasks updated. Not now')).toBeVisible();
    await expect(row('Task 230')).not.toContainText('Medium');
    await page.unroute('**/graphql');
    // What was done can be undone and redone.
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    const redo = page.getByRole('button', { name: 'Redo', exact: true });
    await expect(redo).toBeVisible();
    await expect(row('Task 200')).not.toContainText('Medium');
    await redo.click();
    await expect(redo).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(bar()).toBeHidden();
    await page.goto('/tasks?sort=TITLE_ASC&priority=MEDIUM');
    await expect(page.getByText('Showing 200 of 228 tasks')).toBeVisible();
  });

  test('stay where they are when others make new ones', { tag: '@full' }, async () => {
    await page.goto('/tasks?priority=MEDIUM');
    await page.waitForLoadState('networkidle');
    await focusOn(rows(page).first());
    for (let n = 0; n < 40; n += 1) await page.keyboard.press('j');
    const before = await focused();
    const place = () => page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    const top = await place();
    await wen.call('POST', '/tasks', { title: 'Newest', projectId, priority: 'MEDIUM' });
    await expect(page.getByText('Showing 201 of 229 tasks')).toBeVisible();
    await expect.poll(place).toBe(top);
    expect(await focused()).toBe(before);
  });

  test('fit on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await page.goto('/tasks?sort=TITLE_ASC');
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await row('Task 002').getByRole('checkbox').check();
    await expect(bar()).toContainText('1 selected');
    await bar().getByRole('button', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'To Do' }).click();
    await expect(row('Task 002')).toContainText('To Do');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(bar()).toBeHidden();
  });
});

test.describe.serial('a change of more tasks than one act takes', () => {
  test.slow();
  const COUNT = 450;
  let mara: Person;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let ids: string[];
  let errors: string[];
  const bar = () => page.getByRole('group', { name: /selected$/ });
  const titles = () => rows(page).allTextContents();

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    ({ id: projectId } = await mara.call<Made>('POST', '/projects', { name: 'Tern launch' }));
    ids = (await addTasks(mara, projectId, numbered(COUNT))).map(({ id }) => id);
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await openLive(context, '/tasks?sort=TITLE_ASC');
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  /** Other writes delay the parts of the run until the test ends them, so that its progress can be observed. */
  const busy = (): (() => Promise<unknown>) => {
    const enough = new AbortController();
    const others = Array.from({ length: 10 }, async (_, n) => {
      for (let at = n; at === n || !enough.signal.aborted; at += 1) {
        const tags = { addTags: [`t${at % 2}`], removeTags: [`t${(at + 1) % 2}`] };
        await mara.call('PATCH', '/tasks/bulk', { ids: ids.slice(0, 200), ...tags }).catch((error: Error) => {
          // On a busy machine, a delayed write may time out; the others still delay the run.
          if (!error.message.includes('UNAVAILABLE')) throw error;
        });
      }
    });
    return () => {
      enough.abort();
      return Promise.all(others);
    };
  };
  const selectAll = async (): Promise<void> => {
    await focusOn(rows(page).first());
    await page.keyboard.press('Control+a');
    await bar()
      .getByRole('button', { name: `Select all ${COUNT}` })
      .click();
    await expect(bar()).toContainText(`${COUNT} selected`);
  };
  const setPriority = async (name: string): Promise<void> => {
    await bar().getByRole('button', { name: 'Priority' }).click();
    await page.getByRole('option', { name }).click();
  };
  const progress = () => page.getByText(new RegExp(`^\\d+ of ${COUNT} tasks updated`));

  test('is done by the server: it continues after a reload and on other pages, and reports its end', async () => {
    await selectAll();
    const enough = busy();
    await setPriority('High');
    // the run has to wait for the other writes, too
    await expect(progress()).toBeVisible();
    await page.reload();
    await expect(progress()).toBeVisible();
    await enough();
    await page.goto('/board');
    await expect(page.getByText(`${COUNT} tasks updated`, { exact: true })).toBeVisible();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(page.getByText(`${COUNT} tasks updated`)).toBeHidden();
    await page.goto('/tasks?priority=HIGH');
    await expect(page.getByText(`Showing ${COUNT} of ${COUNT} tasks`)).toBeVisible();
  });

  test('is shown live in the list, which ends like a newly opened one', { tag: '@full' }, async () => {
    await page.goto('/tasks?sort=PRIORITY_DESC');
    await page.waitForLoadState('networkidle');
    await selectAll();
    await setPriority('Medium');
    await expect(page.getByText(`${COUNT} tasks updated`, { exact: true })).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Medium' }).first()).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'High' })).toHaveCount(0);
    const shown = await titles();
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(page.getByText(`Showing ${COUNT} of ${COUNT} tasks`)).toBeVisible();
    expect((await titles()).slice(0, shown.length)).toEqual(shown);
  });

  test('can be stopped; what is done stays', { tag: '@full' }, async () => {
    await selectAll();
    const enough = busy();
    await setPriority('Urgent');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const end = page.getByText(new RegExp(`^Stopped\\. \\d+ of ${COUNT} tasks updated\\.$`));
    await expect(end).toBeVisible();
    const [done] = /\d+/.exec((await end.textContent()) ?? '') ?? [];
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden();
    await enough();
    await page.goto('/tasks?priority=URGENT');
    await expect(page.getByText(`Showing ${done} of ${COUNT} tasks`)).toBeVisible();
  });

  test('deletes them after a confirmation with their number', { tag: '@full' }, async () => {
    await page.goto('/tasks');
    await selectAll();
    await bar().getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('alertdialog', { name: `Delete ${COUNT} tasks?` });
    await question.getByRole('button', { name: `Delete ${COUNT} tasks` }).click();
    await expect(question).toBeHidden();
    await expect(page.getByText(`${COUNT} tasks deleted`, { exact: true })).toBeVisible();
    await expect(page.getByText('No tasks yet')).toBeVisible();
  });
});
