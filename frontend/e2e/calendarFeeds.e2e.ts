import { expect, test } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { browserOf, newPerson } from './people.ts';

test('a calendar feed is created for a project, its address works, and it is revoked', async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Mara');
  const { id: projectId } = await person.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  const { id: other } = await person.call<{ id: string }>('POST', '/projects', { name: 'Harbour survey' });
  const dueDay = new Date().toISOString().slice(0, 10);
  for (const [project, title] of [
    [projectId, 'Choose the date'],
    [other, 'Count the piers'],
  ]) {
    await person.call('POST', '/tasks', { projectId: project, title, priority: 'LOW', dueDay });
  }
  const context = await browserOf(browser, baseURL ?? '', person);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const look = async (name: string): Promise<void> => expect.soft(await findViolations(page), name).toEqual([]);
  await page.goto('/settings#calendars');
  await expect(page.getByRole('heading', { name: 'No feeds yet' })).toBeVisible();
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'New feed' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await page.keyboard.type('Tern');
  await dialog.getByRole('combobox', { name: /Tasks/ }).click();
  await page.getByRole('option', { name: 'All tasks' }).click();
  await dialog.getByRole('radio', { name: 'Selected projects' }).check();
  await dialog.getByRole('button', { name: 'Create feed' }).click();
  await expect(dialog.getByText('Choose at least one project')).toBeVisible();
  await look('the form of a feed, refused');
  await dialog.getByRole('checkbox', { name: 'Tern launch' }).check();
  await dialog.getByRole('button', { name: 'Create feed' }).click();

  await expect(dialog.getByRole('heading', { name: 'Your new feed' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveText('Copy the address first. You won’t see it again.');
  await look('the new feed');
  await dialog.getByRole('button', { name: 'Copy address' }).click();
  await expect(page.getByText('Address copied')).toBeVisible();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  await expect(dialog.getByRole('link', { name: 'Open in calendar app' })).toHaveAttribute(
    'href',
    address.replace(/^http/, 'webcal').replace('webcals', 'webcal'),
  );
  const file = await (await fetch(address)).text();
  expect(file).toContain('SUMMARY:Choose the date');
  expect(file).not.toContain('Count the piers');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const feed = page.getByRole('list', { name: 'Calendar feeds' }).getByRole('listitem');
  await expect(feed).toContainText('Tern');
  await expect(page.getByRole('button', { name: 'New feed' })).toBeFocused();
  await page.getByRole('button', { name: 'Revoke Tern' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Feed revoked')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No feeds yet' })).toBeVisible();
  expect((await fetch(address)).status).toBe(404);
  await context.close();
});
