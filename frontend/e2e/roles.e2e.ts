import { expect, test } from '@playwright/test';
import { holdRequests } from './holdRequests.ts';
import { addTasks, browserOf, newPerson } from './people.js';

test('a viewer reads a project, sees why it is read-only, and can edit it at once as a member', async ({
  browser,
  baseURL: url,
}) => {
  const baseURL = url ?? '';
  const [mara, jun] = [await newPerson(baseURL, 'Mara'), await newPerson(baseURL, 'Jun')];
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  await mara.call('POST', `/projects/${projectId}/members`, { userId: jun.id, role: 'VIEWER' });
  const [task] = await addTasks(mara, projectId, [{ title: 'Paint the hull' }]);
  await mara.call('POST', `/tasks/${task?.id}/comments`, { text: 'Which paint?' });
  const context = await browserOf(browser, baseURL, jun);
  const page = await context.newPage();

  await page.goto(`/projects/${projectId}`);
  await expect(page.getByText('You can view this project.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'New Task', exact: true })).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Paint the hull' })).toBeVisible();

  await page.goto(`/projects/${projectId}/list`);
  await expect(page.getByRole('row', { name: 'Paint the hull' })).toBeVisible();
  // Nothing can be done with selected tasks.
  await expect(page.getByRole('checkbox')).toHaveCount(0);

  const bringComments = await holdRequests(page, '**/graphql', /"Comments"/);
  await page.goto(`/projects/${projectId}?task=${task?.id}`);
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('You can view this project, but not change it.')).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Activity' })).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Comment' })).toBeHidden();
  bringComments();
  await expect(panel.getByText('Which paint?')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Delete task' })).toBeHidden();
  await expect(panel.getByRole('textbox', { name: 'Comment' })).toBeHidden();

  await mara.call('PATCH', `/projects/${projectId}/members/${jun.id}`, { role: 'COMMENTER' });
  await expect(panel.getByText('You can view and comment on this project, but not change it.')).toBeVisible();
  await expect(panel.getByRole('textbox', { name: 'Comment' })).toBeVisible();

  await mara.call('PATCH', `/projects/${projectId}/members/${jun.id}`, { role: 'MEMBER' });
  await expect(panel.getByText(/but not change it/)).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Delete task' })).toBeVisible();

  await mara.call('PATCH', `/projects/${projectId}/members/${jun.id}`, { role: 'VIEWER' });
  await page.goto('/board');
  const card = page.getByRole('link', { name: 'Paint the hull' });
  await card.focus();
  await expect(async () => {
    await page.keyboard.press('Space');
    await expect(page.getByText('You can view this project, but not change it.').first()).toBeVisible({
      timeout: 1000,
    });
  }).toPass();
  await context.close();
});

test('an owner chooses a role by its permissions', async ({ browser, baseURL: url }) => {
  const baseURL = url ?? '';
  const [mara, jun] = [await newPerson(baseURL, 'Mara'), await newPerson(baseURL, 'Jun')];
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  await mara.call('POST', `/projects/${projectId}/members`, { userId: jun.id });
  const context = await browserOf(browser, baseURL, mara);
  const page = await context.newPage();
  await page.goto(`/projects/${projectId}/members`);
  await page.getByRole('combobox', { name: `Role of ${jun.name}` }).click();
  await expect(page.getByRole('option', { name: 'Commenter' })).toContainText('Can view and comment');
  await page.getByRole('option', { name: 'Viewer' }).click();
  await expect(page.getByRole('combobox', { name: `Role of ${jun.name}` })).toHaveText('Viewer');
  await expect(page.getByText(`${jun.name} is now Viewer`).first()).toBeVisible();
  await context.close();
});
