import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { focusOn } from './focus.ts';
import { addTasks, browserOf, newPerson, newTeam, openLive, type Person } from './people.ts';

interface Made {
  id: string;
}

const head = (page: Page, name: string) => page.locator('[data-group]').filter({ hasText: name });
const heads = (page: Page) => page.locator('[data-group]');
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const day = (from: number): string => new Date(Date.now() + from * 86_400_000).toISOString();

test.describe.serial('a list in groups', () => {
  let mara: Person;
  let wen: Person;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let errors: string[];

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(url, { name: 'Ardent' }));
    const { id: other } = await mara.call<Made>('POST', '/projects', { name: 'Bellows' });
    // More tasks than a page in one group, and other groups behind it.
    const many = Array.from({ length: 230 }, (_, at) => ({ title: `Plank ${String(at + 1).padStart(3, '0')}` }));
    await addTasks(mara, projectId, many);
    await addTasks(mara, other, [
      { title: 'Oar', status: 'IN_PROGRESS', assigneeId: mara.id, dueDate: day(-3) },
      { title: 'Sail', status: 'IN_PROGRESS', dueDate: day(40) },
      { title: 'Flag', status: 'DONE', dueDate: day(-9) },
    ]);
    await addTasks(mara, projectId, [{ title: 'Keel', status: 'IN_REVIEW', assigneeId: wen.id, dueDate: day(-1) }]);
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('has heads with counts in the order of the columns, and all its pages', async () => {
    page = await openLive(context, '/tasks');
    await page.getByRole('button', { name: 'Display' }).click();
    await page.getByRole('combobox', { name: 'Group', exact: true }).click();
    await page.getByRole('option', { name: 'By status', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/group=status/);
    await expect(head(page, 'To Do')).toContainText('230');
    await expect(page.getByText('Showing 234 of 234 tasks')).toBeVisible();
    // The last group comes behind three pages of the first.
    await page.locator('main').hover();
    await expect(async () => {
      await page.mouse.wheel(0, 9000);
      await expect(row(page, 'Plank 001')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(row(page, 'Flag')).toBeInViewport();
    const order = await heads(page).allInnerTexts();
    expect(order.map((text) => text.replace(/\s+/g, ' '))).toEqual(['In Progress 2', 'In Review 1', 'Done 1']);
  });

  test('collapses a group without loading it, remembers that, and supports keys and ranges across groups', async () => {
    await page.reload();
    await head(page, 'To Do').click();
    await expect(head(page, 'To Do')).toHaveAttribute('aria-expanded', 'false');
    await page.reload();
    await expect(head(page, 'To Do')).toHaveAttribute('aria-expanded', 'false');
    await expect(head(page, 'To Do')).toContainText('230');
    // Each group comes by itself.
    for (const title of ['Oar', 'Keel', 'Flag']) await expect(row(page, title)).toBeVisible();
    await expect(row(page, 'Plank')).toHaveCount(0);

    // From the last of one group into the next, and a range over three groups.
    await focusOn(page.getByRole('link', { name: 'Oar', exact: true }));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('link', { name: 'Keel', exact: true })).toBeFocused();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(page.getByRole('link', { name: 'Flag', exact: true })).toBeFocused();
    await expect(page.getByRole('group', { name: '2 selected' })).toBeVisible();
    // Tasks of a collapsed group are not selected, unless all matching tasks are.
    await page.keyboard.press('Control+a');
    await expect(page.getByRole('group', { name: '4 selected' })).toBeVisible();
    await page.getByRole('button', { name: 'Select all 234' }).click();
    await expect(page.getByRole('group', { name: '234 selected' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  test('moves a task to its new group, whoever changes it, and updates the counts', async () => {
    await focusOn(page.getByRole('link', { name: 'Sail', exact: true }));
    await page.keyboard.press('s');
    await page.getByRole('option', { name: 'In Review', exact: true }).click();
    await expect(head(page, 'In Progress')).toContainText('1');
    await expect(head(page, 'In Review')).toContainText('2');
    const titles = page.locator('[data-task-link]');
    await expect(titles).toHaveText(['Oar', 'Keel', 'Sail', 'Flag']);
    await expect(page.getByRole('link', { name: 'Sail', exact: true })).toBeFocused();

    // Another person moves tasks into a collapsed group: from a loaded group to one that is not loaded,
    const { id } = (await mara.call<Made[]>('GET', '/tasks?search=Keel'))[0] ?? { id: '' };
    await wen.call('PATCH', `/tasks/${id}/status`, { status: 'TODO' });
    await expect(head(page, 'To Do')).toContainText('231');
    await expect(titles).toHaveText(['Oar', 'Sail', 'Flag']);
    // ... and into a group that did not exist.
    await wen.call('PATCH', `/tasks/${id}/status`, { status: 'DONE' });
    await expect(head(page, 'Done')).toContainText('2');
    await expect(head(page, 'To Do')).toContainText('230');
  });

  test('groups by person, project and day, in their order', { tag: '@full' }, async () => {
    const names = async (): Promise<string[]> =>
      (await heads(page).allInnerTexts()).map((text) => text.replace(/\s+/g, ' '));
    const group = async (by: string): Promise<void> => {
      await page.getByRole('button', { name: 'Display' }).click();
      await page.getByRole('combobox', { name: 'Group', exact: true }).click();
      await page.getByRole('option', { name: by, exact: true }).click();
      await page.keyboard.press('Escape');
    };
    await group('By project');
    await expect.poll(names).toEqual(['Ardent 231']);
    await head(page, 'Ardent').click();
    await expect.poll(names).toEqual(['Ardent 231', 'Bellows 3']);
    await group('By assignee');
    await expect.poll(names).toEqual(['Mara Stone 1', 'Wen Stone 1', 'No assignee 232']);
    await group('By due date');
    await expect.poll(names).toEqual(['Overdue 1', 'Later 1', 'No date 230']);
    await head(page, 'No date').click();
    await expect.poll(names).toEqual(['Overdue 1', 'Later 1', 'No date 230', 'Done earlier 2']);
    await expect(page.locator('[data-task-link]')).toHaveText(['Oar', 'Sail']);
    // A task of a new day goes to its group at once, one that there was none of.
    const { id } = (await mara.call<Made[]>('GET', '/tasks?search=Sail'))[0] ?? { id: '' };
    await mara.call('PUT', `/tasks/${id}`, { dueDate: day(-1) });
    await expect.poll(names).toEqual(['Overdue 2', 'No date 230', 'Done earlier 2']);
    await page.goto('/tasks?group=due&view=grid');
    await expect.poll(names).toEqual(['Overdue 2', 'No date 230', 'Done earlier 2']);
    await focusOn(page.getByRole('link', { name: 'Oar', exact: true }));
  });
});

test.describe.serial('a task in a list', () => {
  let mara: Person;
  let context: BrowserContext;
  let page: Page;
  let projectId: string;
  let errors: string[];
  const titles = () => page.locator('[data-task-link]');
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  const menu = () => page.getByRole('menu').first();
  const item = (name: string) => page.getByRole('menuitem', { name });
  const statusOf = async (title: string): Promise<string | undefined> =>
    (await mara.call<{ title: string; status: string }[]>('GET', '/tasks')).find((task) => task.title === title)
      ?.status;

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    ({ id: projectId } = await mara.call<Made>('POST', '/projects', { name: 'Ardent' }));
    await mara.call('POST', '/projects', { name: 'Bellows' });
    await addTasks(mara, projectId, [
      { title: 'Anchor', priority: 'HIGH', dueDate: day(3) },
      { title: 'Bow', priority: 'LOW', dueDate: day(1) },
      { title: 'Crane', priority: 'URGENT' },
    ]);
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await openLive(context, '/tasks');
  });
  test.afterAll(() => context.close());
  test.afterEach(() => {
    expect(errors).toEqual([]);
  });

  test('is sorted by a head one way, the other, and not at all', async () => {
    const order = async (name: string, sorted: string | null, expected: string[]): Promise<void> => {
      await page.getByRole('columnheader', { name }).getByRole('button').click();
      await expect(titles()).toHaveText(expected);
      const head = page.getByRole('columnheader', { name });
      if (sorted) await expect(head).toHaveAttribute('aria-sort', sorted);
      else await expect(head).not.toHaveAttribute('aria-sort');
    };
    await order('Title', 'ascending', ['Anchor', 'Bow', 'Crane']);
    await order('Title', 'descending', ['Crane', 'Bow', 'Anchor']);
    await order('Title', null, ['Crane', 'Bow', 'Anchor']);
    await order('Priority', 'descending', ['Crane', 'Anchor', 'Bow']);
    await order('Priority', 'ascending', ['Bow', 'Anchor', 'Crane']);
    await order('Due Date', 'ascending', ['Bow', 'Anchor', 'Crane']);
    await order('Due Date', 'descending', ['Anchor', 'Bow', 'Crane']);
    await expect(page).toHaveURL(/sort=DUE_DESC/);
    await order('Due Date', null, ['Crane', 'Bow', 'Anchor']);
  });

  test('changes in its cells by pointer and keys, and its title by F2; the row still opens it', async () => {
    await row(page, 'Bow').locator('[data-cell="priority"]').click();
    await page.getByRole('option', { name: 'High', exact: true }).click();
    await expect(row(page, 'Bow')).toContainText('High');
    await expect(page).not.toHaveURL(/task=/);
    // The cells of the row with the focus are reached by Tab.
    await focusOn(link('Bow'));
    const status = row(page, 'Bow').locator('[data-cell="status"]');
    for (let at = 0; at < 4 && !(await status.evaluate((cell) => cell === document.activeElement)); at += 1) {
      await page.keyboard.press('Tab');
    }
    await expect(status).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'In Review', exact: true }).click();
    await expect(row(page, 'Bow')).toContainText('In Review');
    await expect(status).toBeFocused();
    // Only one row is reached by the Tab key.
    await expect(row(page, 'Crane').locator('[data-cell="status"]')).toHaveAttribute('tabindex', '-1');

    await focusOn(link('Crane'));
    await page.keyboard.press('F2');
    const title = page.getByRole('textbox', { name: 'Title', exact: true });
    await expect(title).toBeFocused();
    await title.fill('jack');
    await page.keyboard.press('Escape');
    await expect(link('Crane')).toBeFocused();
    await page.keyboard.press('F2');
    await title.fill('');
    await page.keyboard.press('Enter');
    await expect(title).toHaveAttribute('aria-invalid', 'true');
    await title.fill('Crane hook');
    await page.keyboard.press('Enter');
    await expect(link('Crane hook')).toBeFocused();
    await expect.poll(() => statusOf('Crane hook')).toBe('TODO');

    await row(page, 'Anchor').click({ position: { x: 620, y: 20 } });
    await expect(page).toHaveURL(/task=/);
    await page.goBack();
    await expect(page).not.toHaveURL(/task=/);
  });

  test('has one menu, opened by right-click, button and keys, for one task or the selected ones', async () => {
    await link('Anchor').click({ button: 'right' });
    await expect(menu()).toBeVisible();
    const words = [
      'Open task',
      'Change status',
      'Change priority',
      'Change assignee',
      'Set due date',
      'Change tags',
      'Move to project',
      'Copy link to task',
      'Delete task',
    ];
    for (const name of words) await expect(item(name)).toBeVisible();
    await item('Change status').click();
    await page.getByRole('menuitemradio', { name: 'In Progress' }).click();
    await expect(row(page, 'Anchor')).toContainText('In Progress');
    await expect(menu()).toBeHidden();
    await expect(link('Anchor')).toBeFocused();

    await page.keyboard.press('Shift+F10');
    await expect(menu()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu()).toBeHidden();
    await expect(link('Anchor')).toBeFocused();
    await page.getByRole('button', { name: 'Actions for Anchor' }).click();
    await item('Change assignee').click();
    await page.getByRole('option', { name: mara.name }).click();
    await expect(row(page, 'Anchor').getByRole('img', { name: 'Mara Stone' })).toBeVisible();

    // Two tasks are selected: the menu of one of them applies to both, the menu of another task only to that one.
    await focusOn(link('Anchor'));
    await page.keyboard.press('x');
    await focusOn(link('Bow'));
    await page.keyboard.press('x');
    await expect(page.getByRole('group', { name: '2 selected' })).toBeVisible();
    await link('Crane hook').click({ button: 'right' });
    await expect(item('Open task')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu()).toBeHidden();
    await link('Bow').click({ button: 'right' });
    await expect(page.getByRole('menu', { name: '2 tasks' })).toBeVisible();
    await expect(item('Open task')).toHaveCount(0);
    await item('Change priority').click();
    await page.getByRole('menuitemradio', { name: 'Low' }).click();
    await expect(page.getByText('2 tasks updated')).toBeVisible();
    await link('Bow').click({ button: 'right' });
    await item('Delete 2 tasks').click();
    await expect(page.getByText('2 tasks deleted')).toBeVisible();
    await expect(page.getByRole('group', { name: /selected$/ })).toHaveCount(0);
    // the message of the change before is still there, with an Undo of its own
    const message = page.getByRole('status').filter({ hasText: '2 tasks deleted' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(link('Anchor')).toBeVisible();
    await expect(link('Bow')).toBeVisible();
  });

  test('opens that menu on a long touch, and the task on a tap', async ({ browser, baseURL }) => {
    const phone = await browserOf(browser, baseURL ?? '', mara, { hasTouch: true, isMobile: true });
    const there = await openLive(phone, '/tasks');
    await there.setViewportSize({ width: 360, height: 740 });
    const session = await phone.newCDPSession(there);
    const touch = (type: 'touchStart' | 'touchEnd', x = 0, y = 0) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
    const box = await row(there, 'Anchor').boundingBox();
    const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 45];
    await touch('touchStart', x, y);
    await expect(there.getByRole('menuitem', { name: 'Change status' })).toBeVisible();
    await touch('touchEnd');
    // The finger that is lifted presses nothing.
    await expect(there.getByRole('menuitem', { name: 'Change status' })).toBeVisible();
    await expect(there).not.toHaveURL(/task=/);
    await there.getByRole('menuitem', { name: 'Open task' }).tap();
    await expect(there).toHaveURL(/task=/);
    await there.goBack();
    await expect(there).not.toHaveURL(/task=/);
    // On touch screens, a tap on a value opens the row.
    await expect(there.getByRole('dialog')).toHaveCount(0);
    await row(there, 'Anchor').tap({ position: { x: 60, y: 45 } });
    await expect(there).toHaveURL(/task=/);
    await phone.close();
  });

  test('of an archived project says in its menu why it cannot be changed', async () => {
    await mara.call('POST', `/projects/${projectId}/archive`);
    await page.goto(`/projects/${projectId}/list`);
    // If the button is pressed before the menu's code has loaded, the menu opens nevertheless.
    await page.getByRole('button', { name: 'Actions for Anchor' }).click();
    await expect(page.getByText('This project is archived and read-only.')).toBeVisible();
    await expect(item('Change status')).toHaveAttribute('aria-disabled', 'true');
    await expect(item('Delete task')).toHaveAttribute('aria-disabled', 'true');
    await expect(item('Copy link to task')).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(row(page, 'Anchor').locator('[data-cell]')).toHaveCount(0);
  });
});
