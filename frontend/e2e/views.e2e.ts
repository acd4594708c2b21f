import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { addTasks, browserOf, newPerson, openLive, type Person } from './people.ts';

interface Made {
  id: string;
}

const DAY = 86_400_000;
const day = (from: number): string => new Date(Date.now() + from * DAY).toISOString();
const tasks = (page: Page) => page.locator('[data-task-link]');
const chip = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Add a filter' });
const face = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Assigned to' }).getByRole('button', { name });
const views = (page: Page) => page.getByRole('button', { name: /^View/ });
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** A list of several values stays open until it is left. */
const closeList = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
};

/** Opens the menu of views and chooses the entry of this name. */
const take = async (page: Page, name: string): Promise<void> => {
  await views(page).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

test.describe.serial('filters and views', () => {
  let mara: Person;
  let wen: Person;
  let context: BrowserContext;
  let page: Page;
  let hull: string;
  let sails: string;
  let errors: string[];

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    wen = await newPerson(url, 'Wen');
    ({ id: hull } = await mara.call<Made>('POST', '/projects', { name: 'Hull' }));
    ({ id: sails } = await mara.call<Made>('POST', '/projects', { name: 'Sails' }));
    await mara.call('POST', `/projects/${hull}/members`, { userId: wen.id });
    await addTasks(mara, hull, [
      { title: 'Keel', priority: 'URGENT', assigneeId: mara.id, dueDate: day(-2) },
      { title: 'Ribs', priority: 'HIGH', assigneeId: wen.id, dueDate: day(-1), status: 'IN_PROGRESS' },
      { title: 'Deck', priority: 'LOW', assigneeId: wen.id },
      { title: 'Paint', assigneeId: mara.id, status: 'DONE' },
    ]);
    await addTasks(mara, sails, [
      { title: 'Jib' },
      { title: 'Main', priority: 'HIGH', dueDate: day(30), tags: ['wet'] },
    ]);
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await openLive(context, '/tasks?sort=TITLE_ASC');
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('filters accept several values by one key and a few letters, show them in words, and are removed one by one', async () => {
    await expect(tasks(page)).toHaveText(['Deck', 'Jib', 'Keel', 'Main', 'Paint', 'Ribs']);
    await page.waitForLoadState('networkidle');
    await page.keyboard.press('f');
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('urgent');
    await page.keyboard.press('Enter');
    await page.keyboard.type('high');
    await page.keyboard.press('Enter');
    await expect(chip(page, 'Priority')).toHaveText('High or Urgent');
    await expect(tasks(page)).toHaveText(['Keel', 'Main', 'Ribs']);
    await page.keyboard.type('no assignee');
    await page.keyboard.press('Enter');
    await expect(tasks(page)).toHaveText(['Main']);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add a filter' })).toBeFocused();
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC&priority=URGENT&priority=HIGH&assignee=none');
    await page.reload();
    await expect(chip(page, 'Assignee')).toHaveText('No assignee');
    await page.getByRole('button', { name: 'Clear Assignee' }).click();
    await expect(tasks(page)).toHaveText(['Keel', 'Main', 'Ribs']);

    // due: overdue tasks or tasks without a date, and a range of days
    await page.keyboard.press('f');
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('overdue');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await chip(page, 'Due').click();
    await page.getByRole('option', { name: 'No due date', exact: true }).click();
    await closeList(page);
    await expect(chip(page, 'Due')).toHaveText('Overdue or No due date');
    await expect(tasks(page)).toHaveText(['Keel', 'Ribs']);
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC');
    await expect(page.getByRole('button', { name: 'Add a filter' })).toBeFocused();
    await page.keyboard.press('f');
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('between');
    await page.keyboard.press('Enter');
    await page.getByLabel('To', { exact: true }).fill(day(40).slice(0, 10));
    await page.keyboard.press('Enter');
    await expect(tasks(page)).toHaveText(['Main']);
    await page.getByRole('button', { name: 'Clear Due between' }).click();
    await expect(tasks(page)).toHaveCount(6);
  });

  test('boards filter by a press on avatars, live, and report tasks that no longer match', async () => {
    page = await openLive(context, '/board');
    await face(page, 'Wen Stone').click();
    await expect(page).toHaveURL(`/board?assignee=${wen.id}`);
    await expect(tasks(page)).toHaveText(['Deck', 'Ribs']);
    await expect(column(page, 'To Do').locator('[data-count]')).toHaveText('1');
    await mara.call('POST', '/tasks', { projectId: hull, title: 'Mast', priority: 'LOW', assigneeId: wen.id });
    await mara.call('POST', '/tasks', { projectId: hull, title: 'Rudder', priority: 'LOW', assigneeId: mara.id });
    await expect(tasks(page)).toHaveText(['Deck', 'Mast', 'Ribs']);
    await face(page, 'Assigned to me').click();
    await expect(column(page, 'To Do').locator('[data-task-link]')).toHaveText(['Keel', 'Deck', 'Mast', 'Rudder']);
    await page.getByRole('searchbox').fill('ma');
    await expect(tasks(page)).toHaveText(['Mast']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: 'Anyone' }).click();
    await expect(column(page, 'To Do').locator('[data-count]')).toHaveText('6');

    // An overdue task is no longer overdue when it is done.
    await page.goto('/board?due=OVERDUE');
    await expect(tasks(page)).toHaveText(['Keel', 'Ribs']);
    await column(page, 'To Do').getByRole('listitem').filter({ hasText: 'Keel' }).hover();
    await page.getByRole('button', { name: 'Move Keel' }).click();
    await page.getByRole('menuitem', { name: 'Done' }).click();
    await expect(page.getByText('Task moved. It no longer matches the filter.')).toBeVisible();
    await expect(tasks(page)).toHaveText(['Ribs']);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(tasks(page)).toHaveText(['Keel', 'Ribs']);
    // a project's own board, by the same means
    await page.goto(`/projects/${hull}?assignee=me`);
    await expect(tasks(page)).toHaveText(['Keel', 'Rudder', 'Paint']);
    await expect(face(page, 'Assigned to me')).toHaveAttribute('aria-pressed', 'true');
  });

  test('views: one’s own tasks by one key, and views saved under a name', async () => {
    await page.goto('/dashboard');
    // Early keys are kept for code that is still loading, but the page itself must be there.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('w');
    await expect(page.locator('[data-group]')).toHaveText([/Overdue/, /No (due )?date/i]);
    await expect(tasks(page)).toHaveText(['Keel', 'Rudder']);
    await expect(views(page)).toHaveText('My work');
    await take(page, 'Recently done');
    await expect(tasks(page)).toHaveText(['Paint']);

    await page.goto('/tasks?priority=HIGH&sort=TITLE_ASC');
    await expect(tasks(page)).toHaveText(['Main', 'Ribs']);
    await take(page, 'Save view…');
    const name = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
    await page.getByRole('button', { name: 'Save view', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText('Name is required');
    await name.fill('High ones');
    await page.keyboard.press('Enter');
    await expect(page.getByText('View saved')).toBeVisible();
    await expect(page).toHaveURL(/^.*\/tasks\?saved=[\da-f-]+&priority=HIGH&sort=TITLE_ASC$/);
    await expect(views(page)).toHaveText('High ones');
    const [saved] = await mara.call<(Made & { filter: object })[]>('GET', '/views');
    expect(saved).toMatchObject({ name: 'High ones', filter: { priorities: ['HIGH'] }, orderBy: 'TITLE_ASC' });

    // changed here, taken over, and seen in another tab
    const other = await context.newPage();
    await other.goto(`/views/${saved?.id}`);
    await expect(tasks(other)).toHaveText(['Main', 'Ribs']);
    await chip(page, 'Priority').click();
    await page.getByRole('option', { name: 'Urgent', exact: true }).click();
    await closeList(page);
    await expect(tasks(page)).toHaveText(['Keel', 'Main', 'Ribs']);
    await expect(page.getByText('Edited', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(page.getByText('Edited', { exact: true })).toBeHidden();
    await expect(views(page)).toBeFocused();
    await expect(other.getByText('Edited', { exact: true })).toBeVisible();
    await other.close();
    await take(page, 'Rename…');
    await expect(name).toHaveValue('High ones');
    await name.fill('Urgent ones');
    await page.keyboard.press('Enter');
    await expect(views(page)).toHaveText('Urgent ones');
    // renamed on another device, and updated here when the page is visible again
    await mara.call('PATCH', `/views/${saved?.id}`, { name: 'Pressing' });
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(views(page)).toHaveText('Pressing');

    // by the palette, from anywhere
    await page.goto('/dashboard');
    // Early keys are kept for code that is still loading, but the page itself must be there.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Search or jump to…' }).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('view: pressing');
    await page.getByRole('option', { name: 'View: Pressing' }).click();
    await expect(tasks(page)).toHaveText(['Keel', 'Main', 'Ribs']);
    await take(page, 'Delete view');
    await expect(views(page)).toHaveText('Views');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => mara.call<object[]>('GET', '/views')).toMatchObject([{ name: 'Pressing' }]);

    // one of a project that is gone
    const { id } = await mara.call<Made>('POST', '/views', { name: 'Canvas', projectId: sails, layout: 'BOARD' });
    await page.goto(`/views/${id}`);
    await expect(page).toHaveURL(`/projects/${sails}?saved=${id}`);
    await mara.call('DELETE', `/projects/${sails}`);
    await page.goto(`/views/${id}`);
    await expect(page.getByRole('heading', { name: 'This view’s project isn’t available' })).toBeVisible();
    await page.getByRole('button', { name: 'Delete view' }).click();
    await expect(page.getByRole('heading', { name: 'View not found' })).toBeVisible();
  });
});

test(
  'a project with columns of its own is filtered by them, live, and a saved view keeps them',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    const mara = await newPerson(url, 'Mara');
    const { id: hull } = await mara.call<Made>('POST', '/projects', { name: 'Hull' });
    await addTasks(mara, hull, [
      { title: 'Keel', status: 'IN_PROGRESS' },
      { title: 'Ribs', status: 'IN_PROGRESS' },
    ]);
    const context = await browserOf(browser, url, mara);
    const page = await openLive(context, `/projects/${hull}/list?sort=TITLE_ASC`);
    await expect(tasks(page)).toHaveText(['Keel', 'Ribs']);

    // The four usual columns are the statuses, so there is nothing more to choose.
    await page.keyboard.press('f');
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await expect(menu(page).getByRole('option', { name: 'Priority' })).toBeVisible();
    await expect(menu(page).getByRole('option', { name: 'Column' })).toHaveCount(0);
    await page.keyboard.press('Escape');

    const { id: planing } = await mara.call<Made>('POST', `/projects/${hull}/columns`, {
      name: 'Planing',
      status: 'IN_PROGRESS',
    });
    const idOf = (title: string) => page.getByRole('link', { name: title, exact: true }).getAttribute('data-task-link');
    const [keel, ribs] = [await idOf('Keel'), await idOf('Ribs')];
    await mara.call('PATCH', `/tasks/${ribs}/move`, { columnId: planing });

    await page.keyboard.press('f');
    await expect(menu(page).getByRole('option', { name: 'Column' })).toBeVisible();
    await page.keyboard.type('planing');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(chip(page, 'Column')).toHaveText('Planing');
    await expect(tasks(page)).toHaveText(['Ribs']);
    await mara.call('PATCH', `/tasks/${keel}/move`, { columnId: planing });
    await expect(tasks(page)).toHaveText(['Keel', 'Ribs']);
    await page.reload();
    await expect(chip(page, 'Column')).toHaveText('Planing');

    await take(page, 'Save view…');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('On the bench');
    await page.keyboard.press('Enter');
    await expect(page.getByText('View saved')).toBeVisible();
    await expect
      .poll(() => mara.call<object[]>('GET', '/views'))
      .toMatchObject([{ name: 'On the bench', filter: { columnIds: [planing] } }]);
    await page.getByRole('button', { name: 'Clear Column' }).click();
    await expect(page).toHaveURL(/\/list\?saved=[\da-f-]+&sort=TITLE_ASC$/);
    await context.close();
  },
);

test.describe.serial('the line of filters', () => {
  let page: Page;
  const expectShown = (names: readonly string[]): Promise<void> =>
    expect
      .poll(() =>
        page
          .getByRole('search')
          .getByRole('combobox')
          .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label'))),
      )
      .toEqual(names);

  test.beforeAll(async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const [first] = await Promise.all(
      ['Hull', 'Sails', 'Mast', 'Rudder', 'Keel', 'Deck', 'Galley', 'Engine', 'Anchor'].map((name) =>
        mara.call<Made>('POST', '/projects', { name }),
      ),
    );
    await addTasks(mara, first?.id ?? '', [{ title: 'Plank' }, { title: 'Caulk', assigneeId: mara.id }]);
    page = await openLive(await browserOf(browser, baseURL ?? '', mara), '/tasks?sort=TITLE_ASC');
  });
  test.afterAll(() => page.context().close());

  test('shows only Status and Priority on a list, and no select on a board and a calendar', async () => {
    await expect(tasks(page)).toHaveText(['Caulk', 'Plank']);
    await expectShown(['Status', 'Priority']);
    for (const path of ['/board', '/calendar']) {
      await page.goto(path);
      await expect(page.getByRole('button', { name: 'Add a filter' })).toBeVisible();
      await expectShown([]);
    }
  });

  test('keeps an open filter in place, and the focus after it is closed', async () => {
    await page.goto('/tasks?sort=TITLE_ASC&assignee=me');
    await expect(tasks(page)).toHaveText(['Caulk']);
    await expectShown(['Status', 'Priority', 'Assignee']);
    await chip(page, 'Assignee').focus();
    await page.keyboard.press('Enter');
    const me = page.getByRole('option', { name: 'Assigned to me' });
    await expect(me).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tasks(page)).toHaveText(['Caulk', 'Plank']);
    await expect(me).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Add a filter' })).toBeFocused();
    await expectShown(['Status', 'Priority']);
  });

  test('searches the values of a long filter', async () => {
    await page.keyboard.press('f');
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('hull');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(tasks(page)).toHaveText(['Caulk', 'Plank']);
    await chip(page, 'Project').click();
    await page.getByRole('combobox', { name: 'Search Project' }).fill('gall');
    await expect(page.getByRole('option')).toHaveText(['Galley']);
    await page.keyboard.press('Enter');
    await expect(chip(page, 'Project')).toHaveText(/^(Galley or Hull|Hull or Galley)$/);
    await page.getByRole('combobox', { name: 'Search Project' }).fill('all proj');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC');
    await expect(page.getByRole('button', { name: 'Add a filter' })).toBeFocused();
  });

  test('orders and groups by the keyboard alone', async () => {
    await page.goto('/tasks');
    await expect(tasks(page)).toHaveCount(2);
    const display = page.getByRole('button', { name: 'Display' });
    await expect(display).not.toHaveAttribute('data-on');
    await display.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: 'Order', exact: true })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'By assignee' }).press('Enter');
    await expect(page).toHaveURL('/tasks?group=assignee');
    await page.keyboard.press('Escape');
    await expect(display).toBeFocused();
    await expect(display).toHaveAttribute('data-on');
  });
});
