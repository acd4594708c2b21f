import { expect, test, type Locator, type Page } from '@playwright/test';
import { waitForDragCode, focusOn } from './focus.ts';
import { historySettled, newBrowser } from './people.ts';
import { collectConsoleErrors } from './consoleErrors.ts';

// A second try runs in a new process, and registers a new person.
const username = `mara${Date.now().toString(36)}`;
const person = { first: 'Mara', last: 'Okafor', username, email: `${username}@example.com`, password: 'Secret123' };

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const titles = (page: Page, name: string) => column(page, name).locator('[data-task-link]');
const card = (page: Page, title: string) => page.locator('[data-task-link]', { hasText: title });

const boxOf = async (page: Page, title: string) => {
  const box = await page.locator('[data-card]', { has: card(page, title) }).boundingBox();
  if (!box) throw new Error(`${title} is not on the board`);
  return box;
};

/** Drags a card by mouse to the upper half of another card, to place it above. */
const dragAbove = async (page: Page, title: string, target: string): Promise<void> => {
  await waitForDragCode(page);
  const from = await boxOf(page, title);
  await page.mouse.move(from.x + 80, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(from.x + 90, from.y + 34, { steps: 3 });
  const to = await boxOf(page, target);
  await page.mouse.move(to.x + 90, to.y + 10, { steps: 10 });
  await page.mouse.up();
};

const lift = async (page: Page, title: string): Promise<void> => {
  await focusOn(card(page, title));
  await page.keyboard.down('Space');
  await expect(page.getByText(`Picked up ${title}`)).toBeAttached();
  await page.keyboard.up('Space');
};

/** Sends both events at once: on a busy machine, a key can be held for longer than a tap. */
const tapSpace = (target: Locator): Promise<void> =>
  target.evaluate((element) => {
    for (const type of ['keydown', 'keyup']) {
      element.dispatchEvent(new KeyboardEvent(type, { key: ' ', code: 'Space', bubbles: true, cancelable: true }));
    }
  });

/** A link of the main navigation; a project's page has a Board of its own. */
const mainLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

const createTask = async (page: Page, title: string): Promise<void> => {
  await page.getByRole('button', { name: 'New task in To Do' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Task' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('button', { name: 'Create Task' }).click();
  await expect(dialog).toBeHidden();
};

test.describe.serial('a person and their board', () => {
  let page: Page;
  let errors: string[];

  test.beforeAll(async ({ browser }) => {
    page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    errors = collectConsoleErrors(page.context());
  });
  test.afterAll(async () => {
    await page.close();
  });
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('registers and finds an empty dashboard', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('textbox', { name: 'First name' }).fill(person.first);
    await page.getByRole('textbox', { name: 'Last name' }).fill(person.last);
    await page.getByRole('textbox', { name: 'Username' }).fill(person.username);
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(person.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'Welcome, Mara!' })).toBeVisible();
    await expect(page.getByText('Get started by creating a new task.')).toBeVisible();
    await expect(page.getByText('No projects yet')).toBeVisible();
  });

  test('creates a project', async () => {
    await page.getByRole('link', { name: 'Projects', exact: true }).click();
    await expect(page.getByText('Get started by creating your first project.')).toBeVisible();
    await page.getByRole('button', { name: 'New Project' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Create new project' });
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Tern launch');
    await dialog.getByRole('radio', { name: 'Heather' }).check();
    await dialog.getByRole('button', { name: 'Create project' }).click();
    await expect(page.getByText('Project created successfully')).toBeVisible();
    // the first project opens
    await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
    await expect(page.getByRole('heading', { name: 'Tern launch', level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Members 1' })).toBeVisible();
  });

  test('creates tasks, and keeps typed text when the form is closed or the page reloaded', async () => {
    await mainLink(page, 'Board').click();
    // The page of the project, which is shown until the board has loaded, has such a button, too.
    await expect(page.getByRole('heading', { name: 'Task Board' })).toBeVisible();
    await page.getByRole('button', { name: 'New Task', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Create New Task' });
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expect(dialog.getByText('Title is required')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Write the announcement');
    await dialog.getByRole('textbox', { name: 'Tags' }).fill('copy, blog');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await historySettled(page);
    await page.reload();
    await page.getByRole('button', { name: 'New Task', exact: true }).click();
    await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Write the announcement');
    await dialog.getByRole('button', { name: 'Create Task' }).click();
    await expect(page.getByText('Task created successfully')).toBeVisible();
    for (const title of ['Choose the date', 'Cut the teaser', 'Book freight']) await createTask(page, title);
    await expect(titles(page, 'To Do')).toHaveText([
      'Write the announcement',
      'Choose the date',
      'Cut the teaser',
      'Book freight',
    ]);
    await expect(column(page, 'In Progress').getByText('No tasks')).toBeVisible();
  });

  test('drags by mouse within and between columns, and the order holds', async () => {
    await dragAbove(page, 'Book freight', 'Choose the date');
    await expect(titles(page, 'To Do')).toHaveText([
      'Write the announcement',
      'Book freight',
      'Choose the date',
      'Cut the teaser',
    ]);
    const from = await boxOf(page, 'Cut the teaser');
    const empty = await column(page, 'In Progress').boundingBox();
    if (!empty) throw new Error('the column is not there');
    await page.mouse.move(from.x + 80, from.y + 30);
    await page.mouse.down();
    await page.mouse.move(empty.x + 80, empty.y + 120, { steps: 10 });
    await page.mouse.up();
    await expect(titles(page, 'In Progress')).toHaveText(['Cut the teaser']);
    await expect(page.getByText('Task moved successfully')).toBeVisible();
    await expect(page).toHaveURL('/board');
  });

  test('drags by keyboard: a hold lifts, a tap does not, enter opens', async () => {
    await lift(page, 'Write the announcement');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(titles(page, 'In Progress')).toHaveText(['Cut the teaser', 'Write the announcement']);
    await expect(page.getByText('Moved Write the announcement to In Progress, position 2 of 2')).toBeAttached();
    await expect(card(page, 'Write the announcement')).toBeFocused();

    await lift(page, 'Choose the date');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(titles(page, 'To Do')).toHaveText(['Book freight', 'Choose the date']);

    await tapSpace(card(page, 'Choose the date'));
    await page.keyboard.press('ArrowRight');
    await expect(titles(page, 'To Do')).toHaveText(['Book freight', 'Choose the date']);

    await card(page, 'Choose the date').press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Choose the date');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/board');
  });

  test('shows the same order after a reload', async () => {
    await page.reload();
    await expect(titles(page, 'To Do')).toHaveText(['Book freight', 'Choose the date']);
    await expect(titles(page, 'In Progress')).toHaveText(['Cut the teaser', 'Write the announcement']);
  });

  test('reverts a refused move of a card exactly', async () => {
    const refusal = { errors: [{ message: 'No', extensions: { code: 'CONFLICT' } }], data: null };
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('MoveTask')) await route.fulfill({ json: refusal });
      else await route.continue();
    });
    await dragAbove(page, 'Book freight', 'Write the announcement');
    await expect(page.getByText('Failed to move task')).toHaveCount(1);
    await expect(titles(page, 'To Do')).toHaveText(['Book freight', 'Choose the date']);
    await expect(titles(page, 'In Progress')).toHaveText(['Cut the teaser', 'Write the announcement']);
    await page.unroute('**/graphql');
  });

  test('signs out, and returns to the last page', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(page).toHaveURL('/login');
    await page.goto('/board?project=none');
    await expect(page).toHaveURL('/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/board?project=none');
  });

  test('counts the work on the dashboard', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByLabel('Statistics')).toHaveText(
      /Total Tasks\s*4\s*0% from last month\s*In Progress\s*2\s*0% from last month\s*Completed\s*0\s*0% from last month\s*Overdue\s*0/,
    );
  });
});

test('drags by touch on a phone; a swipe scrolls instead', async ({ browser }) => {
  const context = await newBrowser(browser, { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  const errors = collectConsoleErrors(page.context());
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign in' }).tap();
  await mainLink(page, 'Board').tap();
  await expect(titles(page, 'To Do')).toHaveText(['Book freight', 'Choose the date']);

  const session = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const { x, y } = await boxOf(page, 'Book freight');

  // Sent without waiting in between, because a finger that rests before it moves lifts the card.
  await Promise.all([
    touch('touchStart', x + 100, y + 40),
    ...[1, 2, 3].map((step) => touch('touchMove', x + 100, y + 40 + step * 60)),
    touch('touchEnd'),
  ]);
  await expect(titles(page, 'To Do')).toHaveText(['Book freight', 'Choose the date']);

  const below = await boxOf(page, 'Choose the date');
  await touch('touchStart', x + 100, y + 40);
  await expect(page.getByText('Picked up Book freight')).toBeAttached();
  for (let step = 1; step <= 8; step += 1) {
    await touch('touchMove', x + 100, y + 40 + ((below.y + below.height - 10 - y - 40) * step) / 8);
  }
  await touch('touchEnd');
  await expect(titles(page, 'To Do')).toHaveText(['Choose the date', 'Book freight']);

  await page.getByRole('button', { name: 'Move Book freight' }).tap();
  await page.getByRole('menuitem', { name: 'Done' }).tap();
  await expect(titles(page, 'Done')).toHaveText(['Book freight']);
  expect(errors).toEqual([]);
  await context.close();
});
