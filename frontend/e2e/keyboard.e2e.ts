import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { focusOn, waitForKeyCode } from './focus.ts';
import { holdRequests } from './holdRequests.ts';
import { browserOf, historySettled, newPerson, openLive, type Person } from './people.ts';

interface Made {
  id: string;
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const menu = (page: Page) => dialog(page, 'Search or jump to…');
const option = (page: Page, name: string | RegExp) => menu(page).getByRole('option', { name });
const highlighted = (page: Page) => menu(page).locator('[role="option"][data-highlighted]');
const openMenu = async (page: Page): Promise<void> => {
  await page.keyboard.press('Control+k');
  await expect(menu(page).getByRole('combobox')).toBeFocused();
};

/** Presses Tab until the element has the focus. */
const tabTo = async (page: Page, target: ReturnType<Page['locator']>): Promise<void> => {
  for (let tries = 0; tries < 60; tries += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
};

test('a whole day without a mouse', async ({ page, baseURL }) => {
  test.slow();
  const { name, email, call } = await newPerson(baseURL ?? '', 'Keya');
  await call('POST', '/projects', { name: 'Tern launch' });

  await page.goto('/login');
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }));
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await tabTo(page, page.getByRole('textbox', { name: 'Password' }));
  await page.keyboard.type('Secret123');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Welcome, Keya!' })).toBeVisible();
  await waitForKeyCode(page);

  await test.step('create a task with C', async () => {
    await page.keyboard.press('c');
    const form = dialog(page, 'Create New Task');
    await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
    await page.keyboard.type('Choose the carton');
    // The only project is chosen already.
    await expect(form.getByRole('combobox', { name: 'Project' })).toHaveText('Tern launch');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Task created successfully')).toBeVisible();
    await expect(form).toBeHidden();
    await historySettled(page);
  });

  await test.step('go around with G', async () => {
    for (const [key, path] of [
      ['p', '/projects'],
      ['b', '/board'],
      ['d', '/dashboard'],
      ['t', '/tasks'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(page).toHaveURL(path);
    }
    await expect(page.getByRole('heading', { name: 'Tasks', exact: true })).toBeVisible();
  });

  await test.step('leave the page as soon as a form is closed', async () => {
    // As on a slow device, whose step back takes its time.
    await page.evaluate(() => {
      const back = history.back.bind(history);
      history.back = () => void setTimeout(back, 300);
    });
    const steppedBack = () =>
      page.evaluate(() => new Promise((done) => addEventListener('popstate', () => setTimeout(done), { once: true })));
    const form = dialog(page, 'Create New Task');
    const openAndClose = async () => {
      await page.keyboard.press('c');
      await expect(form).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(form).toBeHidden();
    };

    await openAndClose();
    let step = steppedBack();
    await page.keyboard.press('g');
    await page.keyboard.press('p');
    await step;
    await expect(page).toHaveURL('/projects');

    await openAndClose();
    step = steppedBack();
    await page.getByRole('link', { name: 'Tasks', exact: true }).click();
    await step;
    await expect(page).toHaveURL('/tasks');
    await page.goBack();
    await expect(page).toHaveURL('/projects');
    await page.goForward();
    await expect(page).toHaveURL('/tasks');
  });

  const task = page.locator('[data-task-link]', { hasText: 'Choose the carton' });
  await test.step('assign it', async () => {
    await expect(task).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('a');
    const picker = dialog(page, 'Assignee');
    await expect(picker.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('keya');
    await expect(picker.getByRole('option', { name })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(picker).toBeHidden();
    await expect(page.getByRole('row', { name: 'Choose the carton' })).toContainText('Assigned');
  });

  await test.step('open it and comment', async () => {
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog').filter({ hasText: 'Comments' });
    const comment = panel.getByRole('textbox', { name: 'Comment' });
    await expect(comment).toBeVisible();
    await tabTo(page, comment);
    await page.keyboard.type('cgdj? is no command here');
    await page.keyboard.press('Control+Enter');
    await expect(panel.getByRole('article', { name: `Comment by ${name}` })).toContainText('cgdj? is no command here');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });

  await test.step('move it on the board', async () => {
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    const column = (words: string) => page.getByRole('region', { name: words });
    await expect(column('To Do').getByText('Choose the carton')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.down('Space');
    await expect(page.getByText(/lifted|picked up/i).first()).toBeAttached();
    await page.keyboard.up('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    // The card gets the focus in its new column, but does not take it from a menu that has opened meanwhile.
    await openMenu(page);
    await expect(page.getByText('Task moved successfully')).toBeAttached();
  });

  await test.step('sign out by the command menu', async () => {
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.type('sign out');
    await expect(highlighted(page)).toContainText('Sign out');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  });
});

test.describe.serial('the command menu and the keys', () => {
  // Each loads its page again.
  test.slow();
  let mara: Person;
  let context: BrowserContext;
  let page: Page;
  let ids: { project: string; first: string; second: string };
  let errors: string[];
  const keyOf = async (id: string): Promise<string> => (await mara.call<{ key: string }>('GET', `/tasks/${id}`)).key;
  const row = (title: string) => page.locator(`[data-task-link="${title === 'first' ? ids.first : ids.second}"]`);

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    const { id: project } = await mara.call<Made>('POST', '/projects', { name: 'Press and partners' });
    const create = (title: string, more: object = {}) =>
      mara.call<Made>('POST', '/tasks', { title, projectId: project, priority: 'LOW', ...more });
    const { id: first } = await create('Pricing page in Zürich');
    const { id: second } = await create('Update the privacy policy', { description: 'Ask the notary' });
    ids = { project, first, second };
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await context.newPage();
  });
  test.beforeEach(async () => {
    await page.goto('/tasks?sort=TITLE_ASC');
    // Loading a page again takes its time on a busy machine.
    await expect(row('first')).toBeVisible();
    await waitForKeyCode(page);
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('finds tasks, projects and actions, with their keys', async () => {
    await openMenu(page);
    await expect(menu(page).getByRole('group', { name: 'Recent tasks' })).toContainText('Pricing page');
    await page.keyboard.type('pr');
    await expect(menu(page).getByRole('group', { name: 'Tasks' })).toContainText('Update the privacy policy');
    await expect(menu(page).getByRole('group', { name: 'Projects' })).toContainText('Press and partners');
    await expect(option(page, 'New Project')).toHaveAttribute('aria-keyshortcuts', 'Shift+C');
    await expect(option(page, 'Go to Projects').locator('kbd')).toHaveText(['G', 'P']);
    await expect(highlighted(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
  });

  test('finds words outside of titles on the server, and says when there are none', async () => {
    await openMenu(page);
    await page.keyboard.type('NOTÁRY');
    await expect(option(page, 'Update the privacy policy')).toBeVisible();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog').filter({ hasText: 'Comments' });
    await expect(page).toHaveURL(new RegExp(`task=${await keyOf(ids.second)}`));
    await expect(panel).toBeVisible();
    // Closing goes back: the task is one step forward.
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC');
    await page.goForward();
    await expect(page).toHaveURL(new RegExp(`task=${await keyOf(ids.second)}`));
    await expect(panel).toBeVisible();
    await page.goBack();
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC');
    await openMenu(page);
    await page.keyboard.type('nothing like it');
    await expect(menu(page).getByText('No results for “nothing like it”')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('finds by several words in any order, and shows the matching part of a description', async () => {
    await openMenu(page);
    await page.keyboard.type('policy update');
    await expect(option(page, 'Update the privacy policy').locator('b')).toHaveText(['Update', 'policy']);
    await menu(page).getByRole('combobox').fill('notary privacy');
    await expect(option(page, 'Update the privacy policy')).toContainText('Ask the notary');
    await expect(option(page, 'Update the privacy policy').locator('b')).toHaveText(['privacy', 'notary']);
    await menu(page).getByRole('combobox').fill('policy notice');
    await expect(menu(page).getByText('No results for “policy notice”')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('reports a failed task search, and still offers the other entries', async () => {
    await openMenu(page);
    await page.route('**/graphql', (route) =>
      route.fulfill({ json: { errors: [{ message: 'Not now', extensions: { code: 'RATE_LIMITED' } }], data: null } }),
    );
    await page.keyboard.type('board');
    await expect(menu(page).getByRole('alert')).toHaveText('Not now');
    await page.unroute('**/graphql');
    await expect(highlighted(page)).toContainText('Go to Board');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/board');
    errors.length = 0;
  });

  test('changes the task that has the focus, and gives the focus back', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect(row('second')).toBeFocused();
    await page.keyboard.press('k');
    await expect(row('first')).toBeFocused();
    for (const [key, picker, typed, shown] of [
      ['s', 'Status', 'review', 'In Review'],
      ['p', 'Priority', 'urg', 'Urgent'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(dialog(page, picker).getByRole('combobox')).toBeFocused();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(dialog(page, picker)).toBeHidden();
      await expect(page.getByRole('row', { name: 'Pricing page' })).toContainText(shown);
      await expect(row('first')).toBeFocused();
    }
    await page.keyboard.press('l');
    await expect(dialog(page, 'Tags').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('press');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Tags')).toBeHidden();
    await expect(page.getByRole('row', { name: 'Pricing page' })).toContainText('press');
    await expect(row('first')).toBeFocused();
  });

  test('offers the actions for that task in the menu', async () => {
    await page.keyboard.press('j');
    await openMenu(page);
    await expect(menu(page).getByRole('group', { name: 'Pricing page in Zürich' })).toContainText('Change status');
    await page.keyboard.type('done');
    await expect(option(page, 'Change status to Done')).toBeVisible();
    await option(page, 'Change status to Done').click();
    await expect(page.getByRole('row', { name: 'Pricing page' })).toContainText('Done');
    await expect(row('first')).toBeFocused();
    await openMenu(page);
    await page.keyboard.type('change priority');
    await expect(highlighted(page)).toContainText('Change priority');
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Priority').getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row('first')).toBeFocused();
  });

  test('changes the task that is open, within its panel', async () => {
    await page.goto(`/board?task=${ids.second}`);
    const panel = page.getByRole('dialog').filter({ hasText: 'Comments' });
    await expect(panel.getByText('created the task')).toBeVisible();
    await tabTo(page, panel.getByRole('radio', { name: 'All' }));
    await page.keyboard.press('s');
    await expect(dialog(page, 'Status').getByRole('combobox')).toBeFocused();
    await page.keyboard.type('progress');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Task updated successfully')).toBeVisible();
    await expect(panel).toBeVisible();
    await openMenu(page);
    await page.keyboard.press('Escape');
    await expect(menu(page)).toBeHidden();
    await expect(panel).toBeVisible();
    await expect(panel.getByRole('radio', { name: 'All' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(page).toHaveURL('/board');
  });

  test('goes from an open task to the next and the previous one', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog').filter({ hasText: 'Comments' });
    const title = panel.getByRole('textbox', { name: 'Title' });
    await expect(title).toHaveValue('Pricing page in Zürich');
    await page.keyboard.press('j');
    await expect(title).toHaveValue('Update the privacy policy');
    await expect(page).toHaveURL(new RegExp(`task=${await keyOf(ids.second)}`));
    await page.keyboard.press('k');
    await expect(title).toHaveValue('Pricing page in Zürich');
    await page.keyboard.press('j');
    await expect(title).toHaveValue('Update the privacy policy');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(row('second')).toBeFocused();
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC');
  });

  test(
    'copies the link to a task, and deletes one at once, with Undo in the message',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      const { id } = await mara.call<Made>('POST', '/tasks', {
        title: 'Aa short life',
        projectId: ids.project,
        priority: 'LOW',
      });
      const own = await browserOf(browser, baseURL ?? '', mara);
      await own.grantPermissions(['clipboard-read', 'clipboard-write']);
      const tab = await openLive(own, '/tasks?sort=TITLE_ASC');
      await tab.keyboard.press('j');
      await openMenu(tab);
      await tab.keyboard.type('copy');
      await tab.keyboard.press('Enter');
      await expect(tab.getByText('Link copied')).toBeVisible();
      expect(await tab.evaluate(() => navigator.clipboard.readText())).toBe(`${baseURL}/tasks/${await keyOf(id)}`);
      await openMenu(tab);
      await tab.keyboard.type('delete task');
      await tab.keyboard.press('Enter');
      await expect(tab.getByText('Task deleted successfully')).toBeVisible();
      await expect(tab.locator(`[data-task-link="${id}"]`)).toHaveCount(0);
      const message = tab.getByRole('status').filter({ hasText: 'Task deleted successfully' });
      await message.getByRole('button', { name: 'Undo' }).click();
      await expect(tab.locator(`[data-task-link="${id}"]`)).toHaveCount(1);
      await own.close();
    },
  );

  test(
    'Delete and Backspace delete the task with the focus, which goes to the next; in a text they only write',
    { tag: '@full' },
    async ({ browser, baseURL }) => {
      for (const title of ['Aa buoy', 'Aa cleat', 'Aa davit']) {
        await mara.call<Made>('POST', '/tasks', { title, projectId: ids.project, priority: 'LOW' });
      }
      const own = await browserOf(browser, baseURL ?? '', mara);
      const tab = await openLive(own, '/tasks?sort=TITLE_ASC');
      const link = (name: string) => tab.getByRole('link', { name, exact: true });
      await tab.keyboard.press('j');
      await expect(link('Aa buoy')).toBeFocused();
      await tab.keyboard.press('Delete');
      await expect(link('Aa buoy')).toHaveCount(0);
      await expect(link('Aa cleat')).toBeFocused();
      await expect(tab.getByRole('alertdialog')).toHaveCount(0);
      // Over an open task they do nothing.
      await tab.keyboard.press('Enter');
      await expect(tab.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Aa cleat');
      await tab.getByRole('dialog').getByRole('button', { name: 'Close' }).press('Delete');
      await tab.keyboard.press('Escape');
      await expect(link('Aa cleat')).toBeFocused();
      await tab.keyboard.press('Backspace');
      await expect(link('Aa cleat')).toHaveCount(0);
      await expect(link('Aa davit')).toBeFocused();
      await tab.keyboard.press('/');
      await tab.keyboard.type('Aax');
      await tab.keyboard.press('Backspace');
      await expect(link('Aa davit')).toBeVisible();
      await own.close();
    },
  );

  test.describe('typed while the opened layer is still loading', () => {
    const CODE = /assets\/(commandDialogs|createForms|TasksPage)-/;
    let tab: Page;

    /** Opens a page that loads the code for a key only after `arrive()`. */
    let arrive: () => void;
    const open = async (path: string): Promise<void> => {
      tab = await context.newPage();
      await tab.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
      });
      arrive = await holdRequests(tab, CODE);
      await tab.goto(path);
      await tab.waitForLoadState('networkidle');
    };
    test.afterEach(() => tab.close());

    test('letters go into the menu instead of running commands', { tag: '@full' }, async () => {
      await open(`/board?task=${ids.second}`);
      const title = tab.getByRole('textbox', { name: 'Title' });
      await title.focus();
      await tab.keyboard.press('Control+k');
      await tab.keyboard.type('cts');
      await tab.keyboard.press('Backspace');
      await expect(menu(tab)).toHaveCount(0);
      arrive();
      await expect(menu(tab).getByRole('combobox')).toBeFocused();
      await tab.keyboard.type('x');
      await expect(menu(tab).getByRole('combobox')).toHaveValue('ctx');
      await tab.keyboard.press('Escape');
      await expect(title).toBeFocused();
      await expect(title).toHaveValue('Update the privacy policy');
      await expect(tab.getByRole('dialog', { name: 'Create New Task' })).toHaveCount(0);
    });

    test('letters go into the title of a new task', { tag: '@full' }, async () => {
      await open('/dashboard');
      await tab.keyboard.press('c');
      await tab.keyboard.type('Glue pots');
      arrive();
      const field = dialog(tab, 'Create New Task').getByRole('textbox', { name: 'Title' });
      await expect(field).toBeFocused();
      await expect(field).toHaveValue('Glue pots');
      await field.fill('');
    });

    test('letters go into the search of the page that / goes to', { tag: '@full' }, async () => {
      await open('/settings');
      await tab.keyboard.press('/');
      await tab.keyboard.type('cat');
      arrive();
      await expect(tab.getByRole('searchbox', { name: 'Search tasks' })).toHaveValue('cat');
      await expect(tab).toHaveURL(/q=cat/);
      await expect(tab.getByRole('dialog')).toHaveCount(0);
    });

    test('Escape cancels it, and keys are commands again', { tag: '@full' }, async () => {
      await open('/dashboard');
      await tab.keyboard.press('Control+k');
      await tab.keyboard.press('Escape');
      await tab.keyboard.press('?');
      arrive();
      await expect(tab.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await expect(menu(tab)).toHaveCount(0);
    });
  });

  test('searches with / on every page', async () => {
    const search = page.getByRole('searchbox', { name: 'Search tasks' });
    await page.keyboard.press('/');
    await expect(search).toBeFocused();
    await expect(search).toHaveValue('');
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible();
    await waitForKeyCode(page);
    await page.keyboard.press('/');
    await expect(page).toHaveURL('/tasks');
    await expect(search).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/settings');

    // A task opens over its list, because the settings do not show tasks.
    await openMenu(page);
    await page.keyboard.type('privacy');
    await expect(option(page, 'Update the privacy policy')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`/tasks?task=${await keyOf(ids.second)}`);
    await expect(page.getByRole('dialog').filter({ hasText: 'Comments' })).toBeVisible();
  });

  test('leaves keys alone that mean something else', async () => {
    const dialogs = page.getByRole('dialog');
    const search = page.getByRole('searchbox', { name: 'Search tasks' });
    await search.focus();
    await page.keyboard.type('cspal?gb/j');
    await expect(search).toHaveValue('cspal?gb/j');
    await expect(dialogs).toHaveCount(0);
    await search.fill('');
    await expect(row('first')).toBeVisible();
    await focusOn(row('first'));
    for (const key of ['Control+c', 'Alt+s', 'Meta+p', 'Shift+a']) await page.keyboard.press(key);
    await expect(dialogs).toHaveCount(0);

    // While an input method composes, its keys belong to it.
    await page.evaluate(() => {
      const press = (init: KeyboardEventInit) =>
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, code: 'KeyC', ...init }));
      press({ key: 'c', isComposing: true });
      press({ key: 'c', keyCode: 229 });
    });
    await expect(dialogs).toHaveCount(0);

    // A list that is chosen from by its first letters.
    await page.getByRole('combobox', { name: 'Status', exact: true }).focus();
    await page.keyboard.press('c');
    await expect(dialogs).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('p');
    await expect(dialogs).toHaveCount(0);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Account menu' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await page.keyboard.press('c');
    await page.keyboard.press('Control+k');
    await expect(dialogs).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();

    await page.keyboard.press('c');
    await expect(dialogs).toHaveCount(1);
    await tabTo(page, dialogs.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('b');
    await expect(dialogs).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialogs).toHaveCount(0);
    await expect(page).toHaveURL('/tasks?sort=TITLE_ASC');
    await historySettled(page);
  });

  test('keeps what was typed into a new task, whichever way it opens', async () => {
    await page.getByRole('button', { name: 'New Task' }).click();
    const title = dialog(page, 'Create New Task').getByRole('textbox', { name: 'Title' });
    await title.fill('Half');
    await page.keyboard.press('Escape');
    await expect(title).toBeHidden();
    await page.keyboard.press('c');
    await expect(title).toHaveValue('Half');
    await title.fill('Half a title');
    await page.keyboard.press('Escape');
    await expect(title).toBeHidden();
    await page.getByRole('button', { name: 'New Task' }).click();
    await expect(title).toHaveValue('Half a title');
    await page.keyboard.press('Escape');
    await historySettled(page);
  });

  test('keeps what was typed into a new project, whichever way it opens', async () => {
    await page.goto('/projects');
    const button = page.getByRole('button', { name: 'New Project' }).first();
    const name = dialog(page, 'Create new project').getByRole('textbox', { name: 'Name' });
    await button.click();
    await name.fill('Half');
    await page.keyboard.press('Escape');
    await expect(name).toBeHidden();
    await page.keyboard.press('Shift+C');
    await expect(name).toHaveValue('Half');
    await name.fill('Half a name');
    await page.keyboard.press('Escape');
    await expect(name).toBeHidden();
    await button.click();
    await expect(name).toHaveValue('Half a name');
    await page.keyboard.press('Escape');
    await historySettled(page);
  });

  test('shows all keys on ?, and lets single ones be switched off', async () => {
    await page.keyboard.press('?');
    const help = dialog(page, 'Keyboard shortcuts');
    for (const words of ['New Task', 'Go to Board', 'Change tags', 'Next task', 'Search or jump to…']) {
      await expect(help.getByRole('term').filter({ hasText: words })).toBeVisible();
    }
    const single = help.getByRole('switch', { name: 'Single-key shortcuts' });
    await tabTo(page, single);
    await page.keyboard.press('Space');
    await expect(single).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await historySettled(page);
    await page.reload();
    await expect(row('first')).toBeVisible();
    await waitForKeyCode(page);
    await focusOn(row('first'));
    for (const key of ['c', '?', 's', 'x', 'j']) await page.keyboard.press(key);
    // Keys that are no letters still move.
    await expect(row('first')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(row('second')).toBeFocused();
    await expect(page.getByRole('row', { selected: true })).toHaveCount(0);
    // Ctrl opens the menu; if other keys had worked, something else would be open.
    await openMenu(page);
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await page.keyboard.type('keyboard');
    await page.keyboard.press('Enter');
    await tabTo(page, single);
    await page.keyboard.press('Space');
    await expect(single).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(help).toBeHidden();
    await page.keyboard.press('?');
    await expect(help).toBeVisible();
    await page.keyboard.press('Escape');
    // Escape, and the step back of a closed layer, also stop a page that is loading, such as the page of the next test.
    await expect(help).toBeHidden();
    await historySettled(page);
  });

  test('changes the theme and creates a project from the menu', async () => {
    await openMenu(page);
    await page.keyboard.type('dark');
    await expect(highlighted(page)).toContainText('Use the dark theme');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await openMenu(page);
    await page.keyboard.type('light');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.keyboard.press('Shift+C');
    await expect(dialog(page, 'Create new project').getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Search or jump to…' }).click();
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
  });
});

test('keys that are pressed before the commands are loaded are not lost', async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Keya');
  await person.call('POST', '/projects', { name: 'Tern launch' });
  const context = await browserOf(browser, baseURL ?? '', person);
  const page = await context.newPage();
  const release = await holdRequests(page, /\/assets\/Background-/);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.type('cTypo');
  await expect(dialog(page, 'Create New Task')).toBeHidden();
  release();
  await expect(dialog(page, 'Create New Task').getByRole('textbox', { name: 'Title' })).toHaveValue('Typo');
  await context.close();
});

test(
  'a page that finishes loading takes no focus from an open menu',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const person = await newPerson(baseURL ?? '', 'Keya');
    const context = await browserOf(browser, baseURL ?? '', person);
    const page = await openLive(context, '/settings');
    await waitForKeyCode(page);
    const release = await holdRequests(page, /\/assets\/TeamPage-/);
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await openMenu(page);
    release();
    await expect(page.getByRole('heading', { name: 'You’re the only one here', includeHidden: true })).toBeVisible();
    await page.keyboard.type('sign out');
    await expect(highlighted(page)).toContainText('Sign out');
    await expect(menu(page).getByRole('combobox')).toBeFocused();
    await context.close();
  },
);

test('a removed element passes the focus to the next one', async ({ browser, baseURL }) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id } = await mara.call<Made>('POST', '/projects', { name: 'Tern launch' });
  for (const title of ['Sign off', 'Book freight', 'Choose the date', 'Call the yard']) {
    await mara.call('POST', '/tasks', { title, projectId: id, priority: 'LOW' });
  }
  const own = await browserOf(browser, baseURL ?? '', mara);
  const tab = await openLive(own, `/projects/${id}`);
  await waitForKeyCode(tab);
  const cards = tab.locator('[data-task-link]');
  const [first, second, third] = await cards.allTextContents();
  const open = async (): Promise<Locator> => {
    await focusOn(cards.first());
    await tab.keyboard.press('Enter');
    return tab.getByRole('dialog');
  };
  // The open card, by the button of its panel and by the command.
  await (await open()).getByRole('button', { name: 'Delete task' }).press('Enter');
  await expect(tab.getByRole('link', { name: first })).toHaveCount(0);
  await expect(tab.getByRole('link', { name: second })).toBeFocused();
  await expect((await open()).getByRole('textbox', { name: 'Title' })).toHaveValue(second ?? '');
  await tab.keyboard.press('Control+k');
  await tab.keyboard.type('delete task');
  await tab.keyboard.press('Enter');
  await expect(tab.getByRole('link', { name: second })).toHaveCount(0);
  await expect(tab.getByRole('link', { name: third })).toBeFocused();
  await expect(tab.getByRole('dialog')).toBeHidden();
  // The button of a banner.
  await mara.call('POST', `/projects/${id}/archive`);
  await tab.reload();
  await tab.getByRole('button', { name: 'Unarchive' }).press('Enter');
  await expect(tab.getByRole('button', { name: 'Unarchive' })).toHaveCount(0);
  await expect(tab.getByRole('main')).toBeFocused();
  await own.close();
});

test(
  'the focus stays on a card, and in its panel, when a key moves it to another column',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const person = await newPerson(baseURL ?? '', 'Keya');
    const { id: projectId } = await person.call<Made>('POST', '/projects', { name: 'Tern launch' });
    await person.call('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
    const context = await browserOf(browser, baseURL ?? '', person);
    const page = await context.newPage();
    await page.goto('/board');
    await waitForKeyCode(page);
    const cardIn = (column: string) =>
      page.getByRole('region', { name: column }).getByRole('link', { name: 'Book freight', exact: true });
    const setStatus = async (typed: string): Promise<void> => {
      await page.keyboard.press('s');
      await expect(dialog(page, 'Status').getByRole('combobox')).toBeFocused();
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
      await expect(dialog(page, 'Status')).toBeHidden();
    };
    await expect(cardIn('To Do')).toBeVisible();
    await page.keyboard.press('j');
    await setStatus('done');
    await expect(cardIn('Done')).toBeFocused();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog').filter({ hasText: 'Comments' });
    await expect(panel.getByText('created the task')).toBeVisible();
    await expect(panel).toBeFocused();
    await setStatus('review');
    await expect(panel).toBeFocused();
    await context.close();
  },
);

test('a picker that a key opens shows for which card it is', { tag: '@full' }, async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Keya');
  const { id: projectId } = await person.call<Made>('POST', '/projects', { name: 'Tern launch' });
  await person.call('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
  const context = await browserOf(browser, baseURL ?? '', person);
  const page = await context.newPage();
  const ring = () =>
    page
      .getByRole('link', { name: 'Book freight', exact: true })
      .evaluate((link) => getComputedStyle(link, '::after').outlineStyle);
  for (const path of ['/board', '/tasks']) {
    await page.goto(path);
    await waitForKeyCode(page);
    await expect(page.getByRole('link', { name: 'Book freight', exact: true })).toBeVisible();
    await page.keyboard.press('j');
    await expect.poll(ring).toBe('solid');
    await page.keyboard.press('s');
    await expect(dialog(page, 'Status').getByRole('combobox')).toBeFocused();
    await expect.poll(ring).toBe('solid');
    await page.keyboard.press('Escape');
    await expect(dialog(page, 'Status')).toBeHidden();
    await page.keyboard.press('Escape');
    await page.getByRole('main').evaluate((main) => main.focus());
    expect(await ring()).toBe('none');
  }
  await context.close();
});
