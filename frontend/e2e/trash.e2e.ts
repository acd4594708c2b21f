import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { focusOn } from './focus.ts';
import { browserOf, newPerson, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

test.describe.serial('what is deleted, archived and done', () => {
  let mara: Person;
  let jon: Person;
  let projectId: string;
  let contexts: BrowserContext[];
  let page: Page;
  let theirs: Page;
  const task = (title: string) =>
    mara.call<Named>('POST', '/tasks', { projectId, title, priority: 'MEDIUM', tags: [] });
  const titles = (on: Page, column: string) =>
    on.getByRole('region', { name: column, exact: true }).locator('[data-task-link]');
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  test.beforeAll(async ({ browser, baseURL }) => {
    const url = baseURL ?? '';
    [mara, jon] = [await newPerson(url, 'Mara'), await newPerson(url, 'Jon')];
    ({ id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'Venue' }));
    await mara.call('POST', `/projects/${projectId}/members`, { userId: jon.id });
    for (const title of ['One', 'Two', 'Three']) await task(title);
    contexts = await Promise.all([mara, jon].map((person) => browserOf(browser, url, person)));
    const [hers, his] = contexts as [BrowserContext, BrowserContext];
    page = await openLive(hers, `/projects/${projectId}`);
    theirs = await openLive(his, '/board');
  });
  test.afterAll(() => Promise.all(contexts.map((context) => context.close())));

  test('a restored task returns to its place on every board, and the trash is updated', async () => {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Trash' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Trash' })).toBeVisible();
    await expect(page.getByText('The trash is empty')).toBeVisible();
    await theirs.getByRole('link', { name: 'Two', exact: true }).click();
    await theirs.getByRole('button', { name: 'Delete task' }).click();
    await expect(titles(theirs, 'To Do')).toHaveText(['One', 'Three']);

    const row = page.getByRole('listitem').filter({ hasText: 'Two' });
    await expect(row).toContainText(/Venue\s*Deleted by Jon Stone · Today at .*30 days left/);
    await row.getByRole('button', { name: 'Restore Two' }).click();
    // A message stays as long as the pointer is on it.
    await page.locator('.toast', { hasText: 'Task restored' }).hover();
    await expect(page.getByText('The trash is empty')).toBeVisible();
    await expect(titles(theirs, 'To Do')).toHaveText(['One', 'Two', 'Three']);
    // the deletion can be undone and redone like other actions
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByText('Undid restoring “Two”')).toBeVisible();
    await expect(titles(theirs, 'To Do')).toHaveText(['One', 'Three']);
    await page.keyboard.press('Control+Shift+z');
    await expect(titles(theirs, 'To Do')).toHaveText(['One', 'Two', 'Three']);
    await expect(page.getByText('The trash is empty')).toBeVisible();
  });

  test('an owner deletes for good after a question', async () => {
    const { id } = await task('Wrong');
    await mara.call('DELETE', `/tasks/${id}`);
    await page.getByRole('button', { name: 'Delete forever: Wrong' }).click();
    const question = page.getByRole('alertdialog', { name: 'Delete forever?' });
    await expect(question).toContainText('You can’t restore Wrong or its comments after that.');
    await question.getByRole('button', { name: 'Delete forever' }).click();
    await expect(page.getByText('The trash is empty')).toBeVisible();
  });

  test('completed tasks are sorted by completion, latest first, wherever they are dropped', async () => {
    await page.goto(`/projects/${projectId}`);
    await page.getByRole('link', { name: 'Two', exact: true }).hover();
    for (const title of ['Two', 'One']) {
      await page.getByRole('button', { name: `Move ${title}` }).click();
      await page.getByRole('menuitem', { name: 'Done' }).click();
      await expect(titles(page, 'Done').first()).toHaveText(title);
    }
    await expect(titles(page, 'Done')).toHaveText(['One', 'Two']);
    // dropped among them by keys it goes to the top all the same
    await focusOn(page.getByRole('link', { name: 'Three', exact: true }));
    await page.keyboard.down('Space');
    await expect(page.getByText('Picked up Three from To Do, position 1 of 1')).toBeAttached();
    await page.keyboard.up('Space');
    for (const over of ['In Progress, position 1 of 1', 'In Review, position 1 of 1', 'Done, position 1 of 3']) {
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText(`Three over ${over}`)).toBeAttached();
    }
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(titles(page, 'Done')).toHaveText(['Three', 'One', 'Two']);
    await expect(titles(theirs, 'Done')).toHaveText(['Three', 'One', 'Two']);
    await expect(page.getByRole('region', { name: 'Done', exact: true }).locator('[data-count]')).toHaveText('3');
  });

  test(
    'an archived project is read-only, and hidden from other pages until an owner unarchives it',
    { tag: '@full' },
    async () => {
      await act('Archive project');
      await expect(page.getByText('This project is archived.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'New Task', exact: true })).toBeDisabled();
      await expect(page.getByRole('button', { name: 'Move One' })).toHaveCount(0);
      await page.getByRole('link', { name: 'One', exact: true }).click();
      await expect(page.getByText('This project is archived and read-only')).toBeVisible();
      await expect(page.getByRole('textbox', { name: 'Title' })).not.toBeEditable();
      await expect(page.getByRole('button', { name: 'Delete task' })).toHaveCount(0);
      await page.keyboard.press('Escape');

      // others' boards do without it at once
      await expect(theirs.locator('[data-task-link]')).toHaveCount(0);
      await theirs.goto('/projects');
      await expect(theirs.getByText('No projects', { exact: true })).toBeVisible();
      await theirs.getByRole('radio', { name: 'Archived' }).click();
      await theirs.getByRole('link', { name: 'Venue', exact: true }).click();
      await expect(theirs.getByText('An owner can unarchive it.')).toBeVisible();
      await expect(theirs.getByRole('button', { name: 'Unarchive' })).toHaveCount(0);

      await page.getByRole('button', { name: 'Unarchive' }).click();
      await expect(page.getByText('This project is archived.')).toBeHidden();
      await expect(theirs.getByText('This project is archived.')).toBeHidden();
      await page.keyboard.press('Control+z');
      await expect(page.getByText('Undid unarchiving “Venue”')).toBeVisible();
      await expect(theirs.getByText('This project is archived.')).toBeVisible();
      await page.keyboard.press('Control+Shift+z');
      await expect(theirs.getByText('This project is archived.')).toBeHidden();
      await expect(page.getByRole('button', { name: 'New Task', exact: true })).toBeEnabled();
    },
  );
});
