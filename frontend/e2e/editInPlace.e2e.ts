import { expect, type Page, test } from '@playwright/test';
import { focusOn } from './focus.ts';
import { browserOf, newPerson, newTeam, openLive } from './people.ts';

interface Named {
  id: string;
}

const said = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: true });
const panel = (page: Page) => page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Title' }) });

test('changes in an open task and of a role are undone by one press; its header leads to the next task and moves it to another project', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const { mara, projectId } = await newTeam(baseURL ?? '');
  const { id: shed } = await mara.call<Named>('POST', '/projects', { name: 'Shed' });
  const add = (title: string) => mara.call<Named>('POST', '/tasks', { projectId, title, priority: 'LOW' });
  const [first, second] = [await add('Book freight'), await add('Order paint')];
  await mara.call('POST', `/tasks/${first.id}/checklist`, { text: 'Call the yard' });
  await mara.call('POST', `/tasks/${first.id}/comments`, { text: 'By Monday' });
  const of = (id: string) =>
    mara.call<{ status: string; priority: string; assigneeId: string | null; projectId: string }>(
      'GET',
      `/tasks/${id}`,
    );

  const context = await browserOf(browser, baseURL ?? '', mara);
  const page = await openLive(context, `/projects/${projectId}?task=${first.id}`);
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  /** The button of one message, because earlier messages may still be shown. */
  const undoOf = (words: string) =>
    page.getByRole('status').filter({ hasText: words }).getByRole('button', { name: 'Undo', exact: true });
  const choose = async (field: string, option: string): Promise<void> => {
    await panel(page).getByRole('combobox', { name: field }).click();
    await page.getByRole('option', { name: option }).click();
    await expect(said(page, 'Task updated successfully')).toBeVisible();
  };
  await choose('Status', 'In Review');
  await expect.poll(async () => (await of(first.id)).status).toBe('IN_REVIEW');
  await undo.click();
  await expect(said(page, 'Undid status change on “Book freight”')).toBeVisible();
  await expect.poll(async () => (await of(first.id)).status).toBe('TODO');
  await choose('Assignee', 'Wen Stone');
  await undo.click();
  await expect(said(page, 'Undid assignee change on “Book freight”')).toBeVisible();
  await expect.poll(async () => (await of(first.id)).assigneeId).toBeNull();

  // A changed text has no message of success: its field shows the result.
  const title = panel(page).getByRole('textbox', { name: 'Title' });
  await title.fill('Book the freight');
  await title.press('Enter');
  await expect(page.getByRole('link', { name: 'Book the freight' }).first()).toBeVisible();
  await expect(said(page, 'Task updated successfully')).toBeHidden();

  await panel(page).getByRole('button', { name: 'Remove Call the yard' }).click();
  await undoOf('Item removed').click();
  await expect(panel(page).getByRole('textbox', { name: 'Item: Call the yard' })).toBeVisible();
  await panel(page).getByRole('button', { name: 'Delete comment' }).click();
  await undoOf('Comment deleted').click();
  await expect(panel(page).getByText('By Monday')).toBeVisible();

  // By the keyboard alone: to the task below, and from there into another project.
  await panel(page).getByRole('button', { name: 'Next task' }).press('Enter');
  await expect(title).toHaveValue('Order paint');
  await expect(panel(page).getByRole('button', { name: 'Next task' })).toBeDisabled();
  await panel(page).getByRole('button', { name: 'Project Tern launch' }).press('Enter');
  await page.getByRole('combobox', { name: 'Move to project' }).pressSequentially('shed');
  await page.keyboard.press('Enter');
  await expect(said(page, '“Order paint” moved to Shed')).toBeVisible();
  expect((await of(second.id)).projectId).toBe(shed);

  await page.goto(`/projects/${projectId}/members`);
  await page.getByRole('combobox', { name: 'Role of Wen Stone' }).click();
  await page.getByRole('option', { name: 'Owner' }).click();
  await undoOf('Wen Stone is now Owner').click();
  await expect(page.getByRole('combobox', { name: 'Role of Wen Stone' })).toHaveText('Member');
  await context.close();
});

test(
  'keys and commands do not change a task of an archived project, and say why',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'Last year' });
    const task = await mara.call<Named>('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
    await mara.call('POST', `/projects/${projectId}/archive`);
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await openLive(context, `/projects/${projectId}/list`);
    const reason = said(page, 'This project is archived and read-only.');
    const row = page.locator(`[data-task-link="${task.id}"]`);
    for (const key of ['s', 'p', 'a', 'l', 'm']) {
      await focusOn(row);
      await page.keyboard.press(key);
      await expect(reason).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await expect(reason).toBeHidden();
    }

    await focusOn(row);
    await page.keyboard.press('Control+k');
    const option = (name: string) => page.getByRole('option', { name });
    await expect(option('Change status')).toHaveAttribute('aria-disabled', 'true');
    await expect(option('Change status')).toContainText('Its project is archived');
    await expect(option('Delete task')).toHaveAttribute('aria-disabled', 'true');
    await expect(option('Copy link to task')).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.type('done');
    await expect(option('Change status to Done')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');

    // On the board of all projects, which an address may narrow down to it.
    await page.goto(`/board?project=${projectId}`);
    await page.getByRole('button', { name: 'Move Book freight' }).click();
    await expect(page.getByRole('menuitem', { name: 'Done' })).toBeDisabled();
    await expect(page.getByText('This project is archived and read-only.')).toBeVisible();
    await page.goto(`/projects/${projectId}?task=${task.id}`);
    await expect(panel(page).getByRole('button', { name: 'Project Last year' })).toBeDisabled();
    await expect(panel(page).getByRole('textbox', { name: 'New item' })).toHaveCount(0);
    const { status } = await mara.call<{ status: string }>('GET', `/tasks/${task.id}`);
    expect(status).toBe('TODO');
    await context.close();
  },
);

test(
  'a project that was made without a connection opens with its board, and what is put on it',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id: other } = await mara.call<Named>('POST', '/projects', { name: 'Shed' });
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await openLive(context, `/projects/${other}`);
    // The code that creates and shows a project has loaded by then.
    await page.getByRole('link', { name: 'Projects' }).first().click();
    await page.getByRole('button', { name: 'New Project' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Tern launch');
    await context.setOffline(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('link', { name: 'Tern launch', exact: true }).click();
    const column = page.getByRole('region', { name: 'To Do', exact: true });
    await expect(column).toContainText('No tasks');
    await page.keyboard.press('c');
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Book freight');
    await page.keyboard.press('Control+Enter');
    await expect(column.getByRole('link', { name: 'Book freight' })).toBeVisible();
    await context.setOffline(false);
    await expect
      .poll(async () => (await mara.call<{ title: string }[]>('GET', '/tasks')).map(({ title }) => title))
      .toEqual(['Book freight']);
    await expect(column.getByRole('link', { name: 'Book freight' })).toBeVisible();
    await context.close();
  },
);
