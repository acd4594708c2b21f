import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { browserOf, newPerson, openLive, type Person } from './people.ts';

test.describe.serial('a project’s pages', () => {
  let owner: Person;
  let member: Person;
  let username: string;
  let projectId: string;
  let contexts: BrowserContext[];
  let page: Page;
  const main = () => page.getByRole('navigation', { name: 'Project', exact: true });
  const act = async (name: string) => {
    await page.getByRole('button', { name: 'Project actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };

  test.beforeAll(async ({ browser, baseURL }) => {
    owner = await newPerson(baseURL ?? '', 'Mara');
    member = await newPerson(baseURL ?? '', 'Wen');
    ({
      user: { username },
    } = await member.call<{ user: { username: string } }>('GET', '/auth/me'));
    ({ id: projectId } = await owner.call<{ id: string }>('POST', '/projects', { name: 'Venue', color: '#2f8068' }));
    contexts = [await browserOf(browser, baseURL ?? '', owner)];
    page = await openLive(contexts[0] as BrowserContext, `/projects/${projectId}`);
  });
  test.afterAll(() => Promise.all(contexts.map((context) => context.close())));

  test('has a head and four views with addresses of their own', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Venue' })).toBeVisible();
    await expect(page.getByText('No description provided')).toBeVisible();
    for (const [name, path] of [
      ['List', '/list'],
      ['Members 1', '/members'],
      ['Activity', '/activity'],
      ['Board', ''],
    ] as const) {
      await main().getByRole('link', { name }).click();
      await expect(page).toHaveURL(`/projects/${projectId}${path}`);
      await expect(main().getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
    }
    await page.goto(`/projects/${projectId}/activity`);
    await expect(main().getByRole('link', { name: 'Activity' })).toHaveAttribute('aria-current', 'page');
  });

  test('is edited', async () => {
    await act('Edit project');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Hall');
    await dialog.getByRole('textbox', { name: 'Description' }).fill('Where it happens');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Hall' })).toBeVisible();
    await expect(page.getByText('Where it happens')).toBeVisible();
  });

  test('adds members by email or username, each once, and changes their roles', async ({ baseURL }) => {
    await page.goto(`/projects/${projectId}/members`);
    const form = page.getByRole('combobox', { name: 'Emails or usernames' });
    const add = page.getByRole('button', { name: 'Add', exact: true });
    const take = async (person: string) => {
      await form.fill(person);
      await add.click();
    };
    await take(`@${username}`);
    await expect(page.getByText('Wen Stone is now a member')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByText('You’re the last owner. Make someone else an owner first.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave' })).toBeDisabled();
    await take(username);
    await expect(form).toHaveAttribute('aria-invalid', 'true');
    await expect(form).toHaveAccessibleDescription(`${username}: This person is already a member`);
    await page.getByRole('button', { name: `Remove ${username}` }).click();
    const ines = await newPerson(baseURL ?? '', 'Ines');
    await take(ines.email);
    await expect(page.getByText('Ines Stone is now a member')).toBeVisible();
    await expect(form).toHaveValue('');
    await page.getByRole('button', { name: 'Remove Ines Stone' }).click();
    await page.getByRole('button', { name: 'Remove member' }).click();
    await expect(page.getByRole('alertdialog')).toBeHidden();
    await expect(page.getByRole('list', { name: 'Members' }).locator(':focus')).toHaveCount(1);

    await page.getByRole('combobox', { name: 'Role of Wen Stone' }).click();
    await page.getByRole('option', { name: 'Owner' }).click();
    await expect(page.getByRole('button', { name: 'Leave' })).toBeEnabled();
    await page.getByRole('combobox', { name: 'Role of Wen Stone' }).click();
    await page.getByRole('option', { name: 'Member' }).click();
    await expect(page.getByRole('button', { name: 'Leave' })).toBeDisabled();
  });

  test('lists its own tasks only, to search', async () => {
    const other = await owner.call<{ id: string }>('POST', '/projects', { name: 'Elsewhere' });
    const task = (projectId: string, title: string) =>
      owner.call('POST', '/tasks', { projectId, title, priority: 'LOW', tags: [] });
    await task(projectId, 'Hire the hall');
    await task(projectId, 'Order chairs');
    await task(other.id, 'Not of this project');
    await page.goto(`/projects/${projectId}/list`);
    const rows = page.getByRole('grid', { name: 'Tasks' }).locator('[data-task-link]');
    await expect(rows).toHaveText(['Order chairs', 'Hire the hall']);
    await expect(page.getByRole('columnheader', { name: 'Project' })).toHaveCount(0);
    await expect(page.getByText('Showing 2 of 2 tasks')).toBeVisible();
    await task(projectId, 'Print the map');
    await expect(page.getByText('Showing 3 of 3 tasks')).toBeVisible();
    const [last] = await owner.call<{ id: string }[]>('GET', `/tasks?projectId=${projectId}&limit=1`);
    await owner.call('DELETE', `/tasks/${last?.id}`);
    await expect(page.getByText('Showing 2 of 2 tasks')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('HALL');
    await expect(rows).toHaveText(['Hire the hall']);
    await page.getByRole('searchbox', { name: 'Search tasks' }).fill('nothing such');
    await expect(page.getByText('No tasks found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await rows.first().click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toHaveValue('Order chairs');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(`/projects/${projectId}/list`);
  });

  test('shows its activity, and updates it live', async () => {
    await page.goto(`/projects/${projectId}/activity`);
    const today = page.getByRole('region', { name: 'Today' });
    const lines = today.getByRole('listitem');
    await expect(lines.first()).toContainText('Mara Stone deleted the task');
    await expect(lines.first()).toContainText('Print the map');
    await expect(lines.nth(2)).toContainText('Mara Stone created the task');
    await expect(lines.nth(2)).toContainText('Order chairs');
    for (const text of [
      'Mara Stone made Wen Stone an owner',
      'Mara Stone added Wen Stone',
      'Mara Stone renamed the project from Venue to Hall',
      'Mara Stone changed the project’s description',
      'Mara Stone created the project',
    ]) {
      await expect(today.getByText(text)).toBeVisible();
    }
    const [task] = await owner.call<{ id: string }[]>('GET', `/tasks?projectId=${projectId}`);
    // other people's changes appear by themselves
    await member.call('PATCH', `/tasks/${task?.id}/status`, { status: 'DONE' });
    await expect(lines.first()).toContainText('Wen Stone moved it from To Do to Done');
    await lines.first().getByRole('link').click();
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toBeVisible();
    await page.keyboard.press('Escape');
    await member.call('DELETE', `/tasks/${task?.id}`);
    await expect(lines.first()).toContainText('Wen Stone deleted the task');
    await expect(lines.first().getByRole('link')).toHaveCount(0);
  });

  test('loads further pages of activity, and keeps them when more happens', { tag: '@full' }, async () => {
    for (let n = 1; n <= 40; n += 1) await owner.call('PUT', `/projects/${projectId}`, { name: `Hall ${n}` });
    await page.reload();
    const lines = page.getByRole('region', { name: 'Today' }).getByRole('listitem');
    await expect(lines).toHaveCount(30);
    await lines.last().scrollIntoViewIfNeeded();
    const oldest = page.getByText('Mara Stone created the project');
    await expect(oldest).toBeAttached();
    const count = await lines.count();
    await member.call('PUT', `/projects/${projectId}`, { name: 'Hall' });
    await expect(lines.first()).toContainText('Wen Stone renamed the project from Hall 40 to Hall');
    await expect(lines).toHaveCount(count + 1);
    await expect(oldest).toBeAttached();
  });

  test('is left by a member, and may not be deleted by one', async ({ browser, baseURL }) => {
    const context = await browserOf(browser, baseURL ?? '', member);
    contexts.push(context);
    const theirs = await context.newPage();
    await theirs.goto(`/projects/${projectId}/members`);
    await expect(theirs.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2);
    await expect(theirs.getByRole('combobox', { name: 'Emails or usernames' })).toBeHidden();
    await theirs.getByRole('button', { name: 'Project actions' }).click();
    await expect(theirs.getByRole('menuitem', { name: 'Delete project' })).toBeHidden();
    await theirs.getByRole('menuitem', { name: 'Leave project' }).click();
    await theirs.getByRole('alertdialog').getByRole('button', { name: 'Leave project' }).click();
    await expect(theirs).toHaveURL('/projects');
    await expect(theirs.getByText('You left the project')).toBeVisible();
    await expect(theirs.getByText('No projects', { exact: true })).toBeVisible();
    await theirs.goto(`/projects/${projectId}/activity`);
    await expect(theirs.getByRole('heading', { level: 1, name: 'Project not found' })).toBeVisible();
    await theirs.getByRole('link', { name: 'Back to projects' }).click();
    await expect(theirs).toHaveURL('/projects');
  });

  test('is deleted after a warning', async () => {
    await act('Delete project');
    const dialog = page.getByRole('alertdialog', { name: 'Delete project?' });
    await expect(dialog).toContainText('This deletes Hall and all its tasks for everyone.');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(`/projects/${projectId}/activity`);
    await act('Delete project');
    await dialog.getByRole('button', { name: 'Delete project' }).click();
    await expect(page).toHaveURL('/projects');
    await expect(page.getByText('Project deleted successfully')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Hall', exact: true })).toHaveCount(0);
  });
});

test('a project that fails to load says so, and can be retried', async ({ browser, baseURL }) => {
  const owner = await newPerson(baseURL ?? '', 'Mara');
  const { id } = await owner.call<{ id: string }>('POST', '/projects', { name: 'Venue' });
  const context = await browserOf(browser, baseURL ?? '', owner);
  const page = await context.newPage();
  let failing = true;
  await page.route('**/graphql', async (route) => {
    const isWanted = /query Project(Activity)?\(/.test(route.request().postData() ?? '');
    if (failing && isWanted) await route.fulfill({ status: 500, json: { message: 'No', code: 'INTERNAL' } });
    else await route.continue();
  });
  await page.goto(`/projects/${id}/activity`);
  await expect(page.getByRole('alert')).toContainText('Server error. Please try again later.');
  // When the feed has begun, it reads everything once more by itself.
  await page.waitForLoadState('networkidle');
  failing = false;
  // unless it comes by itself before
  await page
    .getByRole('button', { name: 'Try again' })
    .click({ timeout: 10_000 })
    .catch(() => undefined);
  await expect(page.getByText('Mara Stone created the project')).toBeVisible();
  await context.close();
});
