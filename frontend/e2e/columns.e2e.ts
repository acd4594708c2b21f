import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { waitForDragCode, focusOn } from './focus.ts';
import { addTasks, browserOf, newPerson, newTeam, openLive, type Person } from './people.ts';

interface Made {
  id: string;
}
interface Task extends Made {
  columnId: string;
  status: string;
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const titles = (page: Page, name: string) => column(page, name).locator('[data-task-link]');
const count = (page: Page, name: string) => column(page, name).locator('[data-count]');
const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const names = (page: Page) => page.getByRole('group', { name: 'Columns' }).getByRole('heading', { level: 2 });

test.describe.serial('a board with columns of its own', () => {
  let mara: Person;
  let context: BrowserContext;
  let page: Page;
  let errors: string[];
  let project: string;
  let ideas: string;
  let bench: string;

  const add = async (name: string, status: string, more: object = {}): Promise<string> => {
    const { id } = await mara.call<Made>('POST', `/projects/${project}/columns`, { name, status, ...more });
    return id;
  };
  const moveByMenu = async (title: string, to: string): Promise<void> => {
    await focusOn(card(page, title));
    await page.getByRole('button', { name: `Move ${title}` }).click();
    await page.getByRole('menuitem', { name: to, exact: true }).click();
  };
  const taskNamed = async (title: string): Promise<Task> => {
    const [task] = await mara.call<Task[]>('GET', `/tasks?search=${encodeURIComponent(title)}`);
    return task ?? { id: '', columnId: '', status: '' };
  };

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    mara = await newPerson(url, 'Mara');
    ({ id: project } = await mara.call<Made>('POST', '/projects', { name: 'Boatyard' }));
    ideas = await add('Ideas', 'TODO');
    bench = await add('On the bench', 'IN_PROGRESS', { limit: 2 });
    await add('Attic', 'TODO', { hidden: true });
    await addTasks(mara, project, [
      { title: 'Keel', status: 'IN_PROGRESS', columnId: bench },
      { title: 'Ribs', status: 'IN_PROGRESS', columnId: bench },
      { title: 'Oars', status: 'TODO', columnId: ideas },
      { title: 'Paint' },
    ]);
    context = await browserOf(browser, url, mara);
    errors = collectConsoleErrors(context);
    page = await openLive(context, `/projects/${project}`);
    await waitForDragCode(page);
  });

  test.afterAll(async () => {
    await context.close();
  });

  test('shows its columns in their order, with limits, and without an empty hidden one', async () => {
    await expect(names(page)).toHaveText(['To Do', 'Ideas', 'In Progress', 'On the bench', 'In Review', 'Done']);
    await expect(titles(page, 'Ideas')).toHaveText(['Oars']);
    await expect(titles(page, 'On the bench')).toHaveText(['Keel', 'Ribs']);
    await expect(count(page, 'On the bench')).toHaveText('2/22 tasks, limit 2');
    await expect(titles(page, 'To Do')).toHaveText(['Paint']);
  });

  test('is the same board by status among all projects', async ({ browser, baseURL }) => {
    const other = await browserOf(browser, baseURL ?? '', mara);
    const all = await openLive(other, '/board');
    await expect(names(all)).toHaveText(['To Do', 'In Progress', 'In Review', 'Done']);
    await expect(titles(all, 'In Progress')).toHaveText(['Keel', 'Ribs']);
    await other.close();
  });

  test('moves a card between columns of one status by its menu and by keys', async () => {
    await moveByMenu('Paint', 'Ideas');
    await expect(titles(page, 'Ideas')).toHaveText(['Oars', 'Paint']);
    await expect.poll(async () => (await taskNamed('Paint')).columnId).toBe(ideas);

    await expect(card(page, 'Paint')).toBeFocused();
    await page.keyboard.down('Space');
    await expect(page.getByText(/^Picked up Paint from Ideas/)).toBeAttached();
    await page.keyboard.up('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(titles(page, 'On the bench')).toHaveText(['Paint', 'Keel', 'Ribs']);
    await expect(count(page, 'On the bench')).toHaveText('3/23 tasks, limit 2');
    await expect.poll(async () => (await taskNamed('Paint')).status).toBe('IN_PROGRESS');
    expect((await taskNamed('Paint')).columnId).toBe(bench);
  });

  test('creates new tasks in the column where they are typed', async () => {
    await column(page, 'Ideas').getByRole('button', { name: 'New task at the end of Ideas' }).click();
    await page.getByRole('textbox', { name: /Ideas/ }).fill('Sail');
    await page.keyboard.press('Enter');
    await expect(titles(page, 'Ideas')).toHaveText(['Oars', 'Sail']);
    await page.keyboard.press('Escape');
    await column(page, 'On the bench').getByRole('button', { name: 'New task in On the bench' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Rope');
    const status = page.getByRole('dialog').getByRole('combobox', { name: 'Status' });
    await expect(status).toHaveText('On the bench');
    await status.click();
    await page.getByRole('option', { name: 'Ideas' }).click();
    await expect(status).toBeFocused();
    await page.keyboard.press('Control+Enter');
    await expect(titles(page, 'Ideas')).toHaveText(['Oars', 'Sail', 'Rope']);
    await expect.poll(async () => (await taskNamed('Rope')).columnId).toBe(ideas);
  });

  test('offers its columns wherever a status is set', async () => {
    await focusOn(card(page, 'Rope'));
    await page.keyboard.press('s');
    await expect(page.getByRole('option', { name: 'Ideas', selected: true })).toBeVisible();
    await expect(page.locator('input[role=combobox]')).toBeFocused();
    await page.keyboard.type('bench');
    await page.keyboard.press('Enter');
    await expect(titles(page, 'On the bench')).toContainText(['Rope']);
    await expect.poll(async () => (await taskNamed('Rope')).columnId).toBe(bench);

    await card(page, 'Rope').click();
    const status = page.getByRole('combobox', { name: 'Status' });
    await expect(status).toHaveText('On the bench');
    await status.click();
    await page.getByRole('option', { name: 'Ideas' }).click();
    await expect(status).toHaveText('Ideas');
    await expect(titles(page, 'Ideas')).toHaveText(['Oars', 'Sail', 'Rope']);
    await page.keyboard.press('Escape');
  });

  test('finds cards in all columns', async () => {
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('oar');
    await expect(titles(page, 'Ideas')).toHaveText(['Oars']);
    await expect(count(page, 'Ideas')).toHaveText('1');
    await expect(titles(page, 'On the bench')).toHaveText([]);
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('');
    await expect(titles(page, 'Ideas')).toHaveText(['Oars', 'Sail', 'Rope']);
  });

  test('groups the list of the project, and begins new tasks in a group', async () => {
    await page.goto(`/projects/${project}/list?group=column`);
    const group = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} \\d`) });
    await expect(group('Ideas')).toBeVisible();
    await expect(group('On the bench')).toBeVisible();
    await page.getByRole('button', { name: 'New task in On the bench' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Stern');
    await page.keyboard.press('Control+Enter');
    await expect.poll(async () => (await taskNamed('Stern')).columnId).toBe(bench);
    await page.getByRole('button', { name: 'Display' }).click();
    await expect(page.getByRole('combobox', { name: 'Group' })).toHaveText('By column');
    await page.goto(`/projects/${project}`);
  });

  test('shows changes of its columns by others', async () => {
    const loft = await add('Loft', 'TODO');
    await expect(names(page)).toHaveText([
      'To Do',
      'Ideas',
      'Loft',
      'In Progress',
      'On the bench',
      'In Review',
      'Done',
    ]);
    await mara.call('PUT', `/columns/${ideas}`, { name: 'Wishes', limit: 9 });
    await expect(titles(page, 'Wishes')).toHaveText(['Oars', 'Sail', 'Rope']);
    await mara.call('DELETE', `/columns/${ideas}?moveTasksTo=${loft}`);
    await expect(names(page)).toHaveText(['To Do', 'Loft', 'In Progress', 'On the bench', 'In Review', 'Done']);
    await expect(titles(page, 'Loft')).toHaveText(['Oars', 'Sail', 'Rope']);
    await mara.call('PATCH', `/columns/${loft}/place`, {});
    await expect(names(page).last()).toHaveText('Loft');
    await expect(titles(page, 'Loft')).toHaveText(['Oars', 'Sail', 'Rope']);
    expect(errors).toEqual([]);
  });

  test('keeps a move into a column that was deleted meanwhile', async () => {
    const [loft] = await mara
      .call<{ id: string; name: string }[]>('GET', `/projects/${project}/columns`)
      .then((all) => all.filter(({ name }) => name === 'Loft'));
    const shelf = await add('Shelf', 'TODO');
    await expect(column(page, 'Shelf')).toBeVisible();
    await context.setOffline(true);
    await moveByMenu('Keel', 'Shelf');
    await expect(titles(page, 'Shelf')).toHaveText(['Keel']);
    await mara.call('DELETE', `/columns/${shelf}?moveTasksTo=${loft?.id}`);
    await context.setOffline(false);
    await expect(titles(page, 'Loft')).toContainText(['Keel']);
    await expect.poll(async () => (await taskNamed('Keel')).columnId).toBe(loft?.id);
  });
});

test(
  'lists, the calendar, the timeline, the dashboard and the menu name the column of a task',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    const mara = await newPerson(url, 'Mara');
    const { id: project } = await mara.call<Made>('POST', '/projects', { name: 'Boatyard' });
    const waiting = { name: 'Waiting', status: 'TODO', color: '#a83232' };
    const { id: column } = await mara.call<Made>('POST', `/projects/${project}/columns`, waiting);
    const { id: bare } = await mara.call<Made>('POST', '/projects', { name: 'Shed' });
    const dueDay = new Date().toISOString().slice(0, 10);
    await addTasks(mara, project, [{ title: 'Oars', columnId: column, dueDay }, { title: 'Paint' }]);
    await addTasks(mara, bare, [{ title: 'Broom' }]);
    const context = await browserOf(browser, url, mara);
    const page = await openLive(context, '/tasks');
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    await expect(row('Oars')).toContainText('Waiting');
    await expect(row('Paint')).toContainText('To Do');
    await expect(row('Broom')).toContainText('To Do');

    const paint = (await mara.call<Task[]>('GET', '/tasks?search=Paint'))[0]?.id;
    await mara.call('PATCH', `/tasks/${paint}/move`, { columnId: column });
    await expect(row('Paint')).toContainText('Waiting');
    await mara.call('PUT', `/columns/${column}`, { name: 'Parked' });
    await expect(row('Oars')).toContainText('Parked');
    await expect(row('Paint')).toContainText('Parked');
    // A column that no task was in when the list was read
    const { id: late } = await mara.call<Made>('POST', `/projects/${project}/columns`, {
      name: 'Late',
      status: 'TODO',
    });
    await mara.call('PATCH', `/tasks/${paint}/move`, { columnId: late });
    await expect(row('Paint')).toContainText('Late');

    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('Oars');
    const option = page.getByRole('option', { name: /Oars/ });
    await expect(option.getByTitle('Parked')).toBeVisible();
    await page.keyboard.press('Escape');

    await page.goto('/dashboard');
    await expect(page.getByRole('listitem').filter({ hasText: 'Oars' }).first()).toContainText('Parked');
    await page.goto('/calendar');
    const chip = page.locator('[data-chip]').filter({ hasText: 'Oars' });
    await expect(chip.getByTitle('Parked')).toBeVisible();
    // A tooltip of an icon is not read out.
    await expect(chip).toContainText('Parked');
    await page.goto('/timeline');
    await expect(page.getByRole('listitem').filter({ hasText: 'Oars' })).toContainText('Parked');
    await context.close();
  },
);

test('an owner edits the columns on the board, and a member only sees them', async ({ browser, baseURL }) => {
  const url = baseURL ?? '';
  const { mara, wen, projectId: project } = await newTeam(url, { name: 'Rigging' });
  await addTasks(mara, project, [{ title: 'Mast' }, { title: 'Boom' }]);
  const context = await browserOf(browser, url, mara);
  const page = await openLive(context, `/projects/${project}`);
  const member = await browserOf(browser, url, wen);
  const other = await openLive(member, `/projects/${project}`);
  const choose = async (name: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Options for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const dialog = page.getByRole('dialog');
  await expect(titles(page, 'To Do')).toHaveText(['Mast', 'Boom']);

  // A column's name must be unique; the refusal is shown at the field.
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add column' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('to do');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription(
    'Another column has this name',
  );
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ideas');
  await dialog.getByRole('textbox', { name: 'Limit' }).fill('none');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Limit' })).toHaveAccessibleDescription(
    /^Limit must be a whole number from 1 to 9,999/,
  );
  await dialog.getByRole('textbox', { name: 'Limit' }).fill('1');
  await dialog.getByRole('radio', { name: 'Rowan' }).check();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Column added')).toBeVisible();
  await expect(names(page)).toHaveText(['To Do', 'Ideas', 'In Progress', 'In Review', 'Done']);
  await expect(names(other)).toHaveText(['To Do', 'Ideas', 'In Progress', 'In Review', 'Done']);

  await choose('Ideas', 'Move left');
  await expect(names(page)).toHaveText(['Ideas', 'To Do', 'In Progress', 'In Review', 'Done']);
  await expect(names(other)).toHaveText(['Ideas', 'To Do', 'In Progress', 'In Review', 'Done']);

  // By the head of a column, with the mouse.
  await expect(page.locator('[role=status][aria-live=assertive].sr-only')).toHaveCount(2);
  const head = async (name: string) => {
    const box = await column(page, name).getByRole('heading', { name }).boundingBox();
    if (!box) throw new Error(`${name} is not on the screen`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await head('Ideas'), await head('In Review')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y);
  await expect(page.getByText('Picked up the column Ideas')).toBeAttached();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
  await expect(names(page)).toHaveText(['To Do', 'In Progress', 'Ideas', 'In Review', 'Done']);
  await expect(names(other)).toHaveText(['To Do', 'In Progress', 'Ideas', 'In Review', 'Done']);
  await choose('Ideas', 'Move left');
  await choose('Ideas', 'Move left');
  await expect(names(other)).toHaveText(['Ideas', 'To Do', 'In Progress', 'In Review', 'Done']);

  await choose('To Do', 'Edit column');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Next');
  await page.keyboard.press('Enter');
  await expect(titles(page, 'Next')).toHaveText(['Mast', 'Boom']);

  await choose('Next', 'Delete column');
  const asked = page.getByRole('alertdialog');
  await expect(asked.getByRole('combobox', { name: 'Move tasks to' })).toHaveText('Ideas');
  await asked.getByRole('button', { name: 'Delete column' }).click();
  // A message stays as long as the pointer is on it.
  await page.locator('.toast').first().hover();
  await expect(names(page)).toHaveText(['Ideas', 'In Progress', 'In Review', 'Done']);
  await expect(page.getByRole('button', { name: 'Columns', exact: true })).toBeFocused();
  await expect(titles(page, 'Ideas')).toHaveText(['Mast', 'Boom']);
  await expect(titles(other, 'Ideas')).toHaveText(['Mast', 'Boom']);
  await expect(count(other, 'Ideas')).toHaveText('2/12 tasks, limit 1');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(titles(page, 'Next')).toHaveText(['Mast', 'Boom']);
  await expect(titles(page, 'Ideas')).toHaveText([]);

  await page.mouse.move(0, 0);
  // The last column of a status cannot be deleted; a hidden one is edited from the menu of all columns.
  await choose('In Review', 'Edit column');
  await dialog.getByRole('checkbox', { name: 'Hide while empty' }).check();
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Ideas', 'Next', 'In Progress', 'Done']);
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByRole('menuitem', { name: 'In Review' }).click();
  await dialog.getByRole('checkbox', { name: 'Hide while empty' }).uncheck();
  await page.keyboard.press('Enter');
  await expect(names(page)).toHaveText(['Ideas', 'Next', 'In Progress', 'In Review', 'Done']);
  await page.getByRole('button', { name: 'Options for In Review' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete column' })).toBeDisabled();

  await expect(other.getByRole('button', { name: 'Columns', exact: true })).toHaveCount(0);
  await expect(other.getByRole('button', { name: /^Options for/ })).toHaveCount(0);
  await context.close();
  await member.close();
});

test(
  'twenty columns are read, and a card goes through all of them by keys, on a phone too',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id: project } = await mara.call<Made>('POST', '/projects', { name: 'Fleet' });
    const made: { columnId: string; status: string; title: string }[] = [];
    for (let at = 0; at < 16; at += 1) {
      const status = at < 8 ? 'IN_PROGRESS' : 'DONE';
      const { id } = await mara.call<Made>('POST', `/projects/${project}/columns`, { name: `Dock ${at + 1}`, status });
      made.push({ columnId: id, status, title: `Boat ${at + 1}` });
    }
    await addTasks(mara, project, [...made, { title: 'Raft' }]);
    const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
    const context = await browserOf(browser, baseURL ?? '', mara, phone);
    const page = await openLive(context, `/projects/${project}`);
    await waitForDragCode(page);
    await expect(names(page)).toHaveCount(20);
    for (const at of [1, 8, 16]) await expect(titles(page, `Dock ${at}`)).toHaveText([`Boat ${at}`]);
    await focusOn(card(page, 'Raft'));
    await page.keyboard.down('Space');
    await expect(page.getByText(/^Picked up Raft from To Do/)).toBeAttached();
    await page.keyboard.up('Space');
    for (let step = 0; step < 19; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await expect(titles(page, 'Dock 16')).toHaveText(['Raft', 'Boat 16']);
    await expect(column(page, 'Dock 16')).toBeInViewport();
    await expect
      .poll(() => mara.call<Task[]>('GET', '/tasks?search=Raft'))
      .toMatchObject([{ columnId: made.at(-1)?.columnId, status: 'DONE' }]);
    // A page that was opened before requests its columns at once.
    await page.reload();
    await expect(titles(page, 'Dock 16')).toHaveText(['Raft', 'Boat 16']);
    await context.close();
  },
);
