import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, openLive, type Person } from './people.ts';

/** Names in Arabic and Japanese, and more lists than a board has columns. */
const LISTS = Array.from({ length: 60 }, (_, n) => ({
  id: `list${n}`,
  name: n % 2 === 0 ? `قائمة ${n}` : `リスト ${n}`,
  pos: n,
}));

const board = {
  name: 'Frühlingsfest',
  lists: [
    { id: 'todo', name: 'Backlog', pos: 1 },
    { id: 'doing', name: 'Doing', pos: 2 },
  ],
  members: [{ id: 'm', fullName: 'Ines Sol' }],
  cards: [
    {
      id: '1',
      name: 'Dig the beds',
      idList: 'todo',
      shortUrl: 'https://trello.com/c/abc',
      idMembers: ['m'],
      idMembersVoted: ['m'],
    },
    { id: '2', name: 'Water', idList: 'doing' },
    { id: '3', name: 'Old idea', idList: 'todo', closed: true },
  ],
  actions: [
    {
      id: 'c1',
      type: 'commentCard',
      date: '2024-04-01T10:00:00.000Z',
      memberCreator: { fullName: 'Ines Sol' },
      data: { text: 'Before it rains', card: { id: '1' } },
    },
  ],
};

const file = (name: string, content: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
const send = (page: Page, name: string, content: string) =>
  page.locator('input[type=file]').setInputFiles(file(name, content));

/** Chooses a value by its first letters, as soon as the list is open. */
async function choose(page: Page, name: string, letters: string): Promise<void> {
  await page.getByRole('combobox', { name }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.type(letters);
  // A project that was just created arrives a moment later.
  await expect(page.locator('[role=option][data-highlighted]')).toContainText(letters);
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor({ state: 'hidden' });
}

test.describe('imports', () => {
  let mara: Person;
  let context: BrowserContext;
  let errors: string[];

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    mara = await newPerson(baseURL, 'Mara');
    context = await browserOf(browser, baseURL, mara);
    errors = collectConsoleErrors(context);
  });
  test.afterEach(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });

  test('of a board are checked first, then run, and can be undone', async () => {
    const page = await openLive(context, '/projects');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await send(page, 'board.json', JSON.stringify(board));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trello: Frühlingsfest');
    await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
    await expect(page.getByRole('rowheader', { name: 'Tasks' })).toHaveCSS('text-align', 'start');
    await expect(page.getByText('1 × Votes')).toBeVisible();
    // A changed choice is checked before it is imported.
    await page.getByRole('switch', { name: 'Import archived tasks' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('1 row not imported')).toBeVisible();
    await page.getByLabel('Name').fill('Festival');
    await page.getByRole('button', { name: 'Import 2 tasks' }).click();
    await expect(page.getByRole('heading', { name: 'Report' })).toBeVisible();
    await expect(page.getByText('Imported · The file has 3 tasks. 1 of them is archived.')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download report' }).click();
    expect((await download).suggestedFilename()).toBe('import-report.csv');
    await page.getByRole('link', { name: 'Open project' }).click();
    await expect(page.getByRole('heading', { name: 'Festival' })).toBeVisible();
    await page.getByRole('link', { name: 'Dig the beds' }).click();
    await expect(page.getByText('imported, by Ines Sol on')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Trello' })).toHaveAttribute('href', 'https://trello.com/c/abc');
    await page.goto('/import');
    await page.getByRole('list', { name: 'Recent imports' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Undo import' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
    await expect(page.getByText('Moved to the trash')).toBeVisible();
    expect((await mara.call<{ name: string }[]>('GET', '/projects')).map(({ name }) => name)).not.toContain('Festival');
    // The address of a finished import says so, and leads to the next step.
    for (const gone of ['0190a1b2-0000-7000-8000-000000000000', 'no-id']) {
      await page.goto(`/import/${gone}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import not found');
    }
    await page.getByRole('link', { name: 'All imports' }).click();
    await expect(page).toHaveURL('/import');
  });

  test('of a table are mapped with the keyboard alone', async () => {
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: 'House' });
    const page = await openLive(context, '/import');
    await page.getByRole('radio', { name: 'Trello' }).focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Another table' })).toBeChecked();
    await send(page, 'tasks.csv', 'What,When,Where\nPaint,03/04/2027,Cellar\n');
    await choose(page, 'Column When', 'Due');
    await choose(page, 'Column Where', 'Column of');
    await page.getByRole('radio', { name: 'Existing project' }).focus();
    await page.keyboard.press('Space');
    await choose(page, 'Project', 'House');
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await expect(page.getByRole('list', { name: 'Lists' })).toContainText('Cellar');
    await choose(page, 'Dates like', 'Month');
    await page.getByRole('button', { name: 'Check again' }).press('Enter');
    await page.getByRole('button', { name: 'Import 1 task' }).press('Enter');
    await expect(page.getByRole('link', { name: 'Open project' })).toBeVisible();
    const tasks = await mara.call<{ title: string; dueDay: string }[]>('GET', `/tasks?projectId=${id}`);
    expect(tasks).toMatchObject([{ title: 'Paint', dueDay: '2027-03-04' }]);
    const columns = await mara.call<{ name: string }[]>('GET', `/projects/${id}/columns`);
    expect(columns.map(({ name }) => name)).toContain('Cellar');
  });

  test('of Cairn’s own export create one project after another', { tag: '@full' }, async ({ request }) => {
    for (const [name, title] of [
      ['Harbour', 'Paint the hull'],
      ['Garden', 'Dig the beds'],
    ]) {
      const project = await mara.call<{ id: string }>('POST', '/projects', { name });
      await mara.call('POST', '/tasks', { title, priority: 'LOW', projectId: project.id });
    }
    const { id } = await mara.call<{ id: string }>('POST', '/auth/export');
    const read = () => mara.call<{ status: string }>('GET', `/auth/export/${id}`);
    await expect.poll(async () => (await read()).status).toBe('READY');
    const headers = { authorization: `Bearer ${mara.token}` };
    const buffer = await (await request.get(`/api/auth/export/${id}/files`, { headers })).body();
    const page = await openLive(context, '/import');
    await page.getByRole('radio', { name: 'Cairn' }).click();
    await page.locator('input[type=file]').setInputFiles({ name: 'data.zip', mimeType: 'application/zip', buffer });
    await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible();
    const choice = page.getByRole('combobox', { name: 'Project to import' });
    await choice.click();
    await page.getByRole('option', { name: 'Garden (1 task)' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Garden');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Import 1 task' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cairn: Garden');
    await expect(page.getByRole('link', { name: 'Open project' })).toBeVisible();
    await page.getByRole('button', { name: 'Import another project' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cairn: Harbour');
    await expect(choice).toContainText('Harbour (1 task)');
    await page.getByRole('button', { name: 'Import 1 task' }).click();
    await page.getByRole('link', { name: 'Open project' }).click();
    await expect(page.getByRole('link', { name: 'Paint the hull' })).toBeVisible();
  });

  test(
    'of 60 lists in other scripts fit a phone, and what cannot be read says so',
    { tag: '@full' },
    async ({ browser }, { project }) => {
      const phone = await browserOf(browser, project.use.baseURL ?? '', mara, {
        viewport: { width: 360, height: 780 },
        hasTouch: true,
      });
      const page = await openLive(phone, '/import');
      await send(page, 'board.json', '{"cards": [');
      await expect(page.getByRole('alert')).toContainText('not complete JSON');
      await page.getByRole('link', { name: 'Choose another file' }).tap();
      const cards = LISTS.map(({ id }, n) => ({ id: `card${n}`, name: `春 ${n}`, idList: id }));
      await send(page, 'board.json', JSON.stringify({ name: 'الربيع', lists: LISTS, cards }));
      await expect(page.getByRole('list', { name: 'Lists' }).getByRole('listitem')).toHaveCount(60);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await page.getByRole('combobox', { name: 'List قائمة 58' }).tap();
      await page.getByRole('option', { name: 'New column (In Progress)' }).tap();
      await page.getByRole('button', { name: 'Check again' }).tap();
      await page.getByRole('button', { name: 'Import 60 tasks' }).tap();
      await page.getByRole('link', { name: 'Open project' }).tap();
      await expect(page.getByRole('heading', { name: 'الربيع' })).toBeVisible();
      await phone.close();
    },
  );
});
