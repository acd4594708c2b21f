import { expect, type Page, test } from '@playwright/test';
import { browserOf, newTeam, openLive, signOut } from './people.ts';

interface Named {
  id: string;
}

const titles = (page: Page, column: string) =>
  page.getByRole('region', { name: column, exact: true }).locator('[data-task-link]');
const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });
const moveTo = async (page: Page, title: string, column: string): Promise<void> => {
  await page.getByRole('button', { name: `Move ${title}` }).click();
  await page.getByRole('menuitem', { name: column }).click();
  await expect(said(page, 'Task moved successfully')).toBeVisible();
};

/** Two people with one project of one task. */
async function twoPeople(baseURL = '') {
  const team = await newTeam(baseURL);
  const fields = { projectId: team.projectId, title: 'Book freight', priority: 'MEDIUM', tags: [] };
  return { ...team, task: await team.mara.call<Named>('POST', '/tasks', fields) };
}

test('a move is undone by the button and by keys, redone, also after a reload, and others see it', async ({
  browser,
  baseURL,
}) => {
  const { mara, wen } = await twoPeople(baseURL);
  const contexts = [
    await browserOf(browser, baseURL ?? '', mara),
    await browserOf(browser, baseURL ?? '', wen),
  ] as const;
  const [hers, his] = [await openLive(contexts[0], '/board'), await openLive(contexts[1], '/board')];
  const stands = async (column: string): Promise<void> => {
    for (const page of [hers, his]) await expect(titles(page, column)).toHaveText(['Book freight']);
  };

  await moveTo(hers, 'Book freight', 'In Progress');
  await hers.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(said(hers, 'Undid moving “Book freight”')).toBeVisible();
  await stands('To Do');
  await hers.keyboard.press('Control+Shift+z');
  await expect(said(hers, 'Redid moving “Book freight”')).toBeVisible();
  await stands('In Progress');

  await hers.reload();
  await expect(titles(hers, 'In Progress')).toHaveText(['Book freight']);
  // The keys come after the page.
  await expect(async () => {
    await hers.keyboard.press('Control+z');
    await expect(titles(hers, 'To Do')).toHaveText(['Book freight'], { timeout: 1000 });
  }).toPass();
  await stands('To Do');

  // In a text field the browser handles the keys of undo.
  await hers.goto('/tasks');
  const search = hers.getByRole('searchbox');
  await search.pressSequentially('x');
  await hers.keyboard.press('Control+Shift+z');
  await hers.keyboard.press('Control+z');
  await expect(search).toHaveValue('');
  await expect(titles(his, 'To Do')).toHaveText(['Book freight']);
  await Promise.all(contexts.map((context) => context.close()));
});

test('later changes by others stay and are named; signing out clears the actions to undo', async ({
  browser,
  baseURL,
}) => {
  const { mara, wen, task } = await twoPeople(baseURL);
  const context = await browserOf(browser, baseURL ?? '', mara);
  const page = await openLive(context, '/board');
  await moveTo(page, 'Book freight', 'In Progress');
  await wen.call('PATCH', `/tasks/${task.id}/status`, { status: 'DONE' });
  await expect(titles(page, 'Done')).toHaveText(['Book freight']);
  await page.keyboard.press('Control+z');
  const words = 'Can’t undo moving “Book freight”. Wen Stone changed the status since.';
  await expect(said(page, words)).toBeVisible();
  await expect(titles(page, 'Done')).toHaveText(['Book freight']);
  await page.keyboard.press('Control+z');
  await expect(said(page, 'Nothing to undo')).toBeVisible();

  await moveTo(page, 'Book freight', 'To Do');
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('undo:')).length);
  // The card appears before the server has answered, but only acknowledged changes can be undone.
  await expect.poll(kept).toBe(1);
  await signOut(page);
  await expect.poll(kept).toBe(0);
  await context.close();
});

test(
  'a deleted project is restored with its content, and so is a task',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const { mara, projectId } = await twoPeople(baseURL);
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await openLive(context, `/projects/${projectId}`);
    await page.getByRole('link', { name: 'Book freight' }).first().click();
    await page.getByRole('button', { name: 'Delete task' }).click();
    await expect(said(page, 'Task deleted successfully')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(said(page, 'Restored “Book freight”')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Book freight' }).first()).toBeVisible();

    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete project' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click();
    await expect(page).toHaveURL('/projects');
    await expect(page.getByRole('link', { name: 'Tern launch', exact: true })).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(said(page, 'Restored “Tern launch”')).toBeVisible();
    await page.getByRole('link', { name: 'Tern launch', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Book freight' }).first()).toBeVisible();
    await context.close();
  },
);
