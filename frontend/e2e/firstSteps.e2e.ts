import { expect, type Page, test } from '@playwright/test';
import { holdRequests } from './holdRequests.ts';
import { browserOf, newPerson, openLive } from './people.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Getting started' });

test('the first steps disappear after a project, a task and people; the hint about keys can be hidden', async ({
  browser,
  baseURL,
}) => {
  const person = await newPerson(baseURL ?? '', 'Hanna');
  const context = await browserOf(browser, baseURL ?? '', person);
  const page = await openLive(context, '/dashboard');
  await expect(page.getByRole('heading', { name: 'Welcome, Hanna!', level: 1 })).toBeVisible();
  await expect(section(page)).toContainText('0 of 3 done');
  await expect(section(page).getByRole('button', { name: 'Invite people' })).toBeDisabled();

  // A task without a project: what was typed waits while the project is created.
  await section(page).getByRole('button', { name: 'Add task' }).click();
  const form = page.getByRole('dialog', { name: 'Create New Task' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Fire the kiln !high');
  await form.getByRole('textbox', { name: 'Description' }).fill('Cone 6');
  await form.getByRole('button', { name: 'Create Task' }).click();
  const project = page.getByRole('dialog', { name: 'Create new project' });
  await project.getByRole('textbox', { name: 'Name' }).fill('Pottery');
  await project.getByRole('button', { name: 'Create project' }).click();
  await expect(form.getByRole('textbox', { name: 'Title' })).toHaveValue('Fire the kiln !high');
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue('Cone 6');
  await expect(form.getByRole('combobox', { name: 'Project' })).toContainText('Pottery');
  await form.getByRole('button', { name: 'Create Task' }).click();
  await expect(form).toBeHidden();
  await expect(section(page)).toContainText('2 of 3 done');

  await section(page).getByRole('button', { name: 'Invite people' }).click();
  const invite = page.getByRole('dialog', { name: 'Invite people' });
  await invite.getByRole('combobox', { name: 'Emails or usernames' }).fill(`ada-${Date.now()}@example.com`);
  await invite.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(invite.getByText(/^Invitation sent to ada/)).toBeVisible();
  await invite.getByRole('button', { name: 'Close' }).click();
  await expect(section(page)).toBeHidden();

  await expect(page.getByText(/to create a task and/)).toBeVisible();
  await page.getByRole('button', { name: 'Hide this tip' }).click();
  await expect(page.getByText(/to create a task and/)).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Recent Tasks' })).toBeVisible();
  await expect(page.getByText(/to create a task and/)).toBeHidden();
  await context.close();
});

test('the example project opens with its columns, and is removed in one press', async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Hanna');
  const context = await browserOf(browser, baseURL ?? '', person);
  const page = await openLive(context, '/dashboard');
  await section(page).getByRole('button', { name: 'Try an example project' }).click();
  await expect(page).toHaveURL(/\/projects\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('region', { name: 'Waiting', exact: true })).toContainText(
    'Permission to close the street',
  );
  await page.getByRole('link', { name: /^Members/ }).click();
  await expect(page.getByText('An example project is yours alone.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(section(page)).toContainText('0 of 3 done');
  await expect(page.getByRole('link', { name: 'Find a band' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Open the example project' }).click();
  await page.getByRole('button', { name: 'Remove example' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(section(page).getByRole('button', { name: 'Try an example project' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Find a band' })).toHaveCount(0);
  await context.close();
});

test('people are invited from a project’s board and from the team', { tag: '@full' }, async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Hanna');
  const { id } = await person.call<{ id: string }>('POST', '/projects', { name: 'Pottery' });
  const context = await browserOf(browser, baseURL ?? '', person);
  const page = await openLive(context, `/projects/${id}`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  await expect(page.getByRole('dialog', { name: 'Invite people to Pottery' })).toBeVisible();
  await page.goto('/team');
  await page.getByRole('button', { name: 'Invite people' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Invite people' });
  await expect(dialog.getByRole('combobox', { name: 'Project' })).toContainText('Pottery');
  await expect(dialog.getByRole('combobox', { name: 'Emails or usernames' })).toBeVisible();
  await context.close();
});

test('the first steps appear together with the content below them, so that nothing shifts', async ({
  browser,
  baseURL,
}) => {
  const person = await newPerson(baseURL ?? '', 'Hanna');
  const context = await browserOf(browser, baseURL ?? '', person);
  const page = await context.newPage();
  const bring = await holdRequests(page, /\/assets\/FirstSteps-.*js/);
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('"Dashboard"') ?? false);
  await page.goto('/dashboard');
  await answered;
  await expect(page.getByRole('main').locator('.spinner')).toBeVisible();
  await expect(page.getByLabel('Statistics')).toBeHidden();
  bring();
  await expect(page.getByLabel('Statistics')).toBeVisible();
  await expect(section(page)).toBeVisible();
  await context.close();
});
