import { expect, test } from '@playwright/test';
import { browserOf, newPerson, type Person } from './people.ts';

const DAY = 86_400_000;

const newTask = (person: Person, projectId: string, fields: object) =>
  person.call<{ id: string }>('POST', '/tasks', { projectId, priority: 'LOW', tags: [], ...fields });

test('the dashboard of somebody new is empty and says so', async ({ browser, baseURL }) => {
  const context = await browserOf(browser, baseURL ?? '', await newPerson(baseURL ?? '', 'Mara'));
  const page = await context.newPage();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Mara!' })).toBeVisible();
  await expect(page.getByText("Here's what's happening with your tasks today.")).toBeVisible();
  await expect(page.getByLabel('Statistics')).toHaveText(
    /Total Tasks\s*0\s*0% from last month\s*In Progress\s*0\s*0% from last month\s*Completed\s*0\s*0% from last month\s*Overdue\s*0\s*0% from last month/,
  );
  await expect(page.getByText('No tasks', { exact: true })).toBeVisible();
  await expect(page.getByText('Get started by creating a new task.')).toBeVisible();
  await expect(page.getByText('No projects yet')).toBeVisible();
  // A new account sees one way to begin, and no empty blocks.
  for (const name of ['Overdue Tasks', 'My week', 'Completed']) {
    await expect(page.getByRole('heading', { name, level: 2 })).toBeHidden();
  }
  await page.getByRole('main').getByRole('button', { name: 'New Project' }).click();
  await expect(page.getByRole('dialog', { name: 'Create new project' })).toBeVisible();
  await context.close();
});

test('the dashboard shows six recent tasks, five projects, three overdue ones and the weeks', async ({
  browser,
  baseURL,
}) => {
  const person = await newPerson(baseURL ?? '', 'Mara');
  const projects: { id: string }[] = [];
  for (let n = 1; n <= 6; n += 1) projects.push(await person.call('POST', '/projects', { name: `Project ${n}` }));
  const projectId = projects[0]?.id ?? '';
  for (let n = 1; n <= 4; n += 1) {
    await newTask(person, projectId, {
      title: `Late ${n}`,
      dueDate: new Date(Date.now() - (9 - n) * DAY).toISOString(),
    });
  }
  for (let n = 1; n <= 2; n += 1) {
    const { id } = await newTask(person, projectId, {
      title: `Finished ${n}`,
      dueDate: new Date(Date.now() - DAY).toISOString(),
    });
    await person.call('PATCH', `/tasks/${id}/status`, { status: 'DONE' });
  }
  await newTask(person, projectId, { title: 'Latest' });
  const context = await browserOf(browser, baseURL ?? '', person);
  const page = await context.newPage();
  await page.goto('/dashboard');
  const links = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
  await expect(links('Recent Tasks')).toHaveCount(6);
  await expect(links('Recent Tasks').first()).toContainText('Latest');
  await expect(links('Projects')).toHaveCount(5);
  await expect(links('Projects').first()).toContainText(/Project 1\s*1 member/);
  await expect(links('Overdue Tasks')).toHaveCount(3);
  await expect(links('Overdue Tasks').first()).toContainText('Late 1');
  await expect(page.getByRole('heading', { name: 'Overdue Tasks' }).locator('..')).toContainText('4');
  await expect(page.getByLabel('Statistics')).toHaveText(/Total Tasks\s*7.*Completed\s*2.*Overdue\s*4/);
  const weeks = page.getByRole('table', { name: 'Tasks completed by week' }).getByRole('row');
  await expect(weeks).toHaveCount(9);
  await expect(weeks.last().getByRole('cell')).toHaveText('2');
  await expect(page.getByText('2 in 8 weeks')).toBeVisible();

  // When keys work, the menu has loaded, too.
  await expect(async () => {
    await links('Recent Tasks').first().getByRole('link').click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Set due date' })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  await page.getByRole('link', { name: 'View all tasks' }).click();
  await expect(page).toHaveURL('/tasks');
  await page.goBack();
  await page.getByRole('link', { name: 'View all projects' }).click();
  await expect(page).toHaveURL('/projects');
  await page.goBack();
  await page.getByRole('link', { name: 'Project 2' }).click();
  await expect(page).toHaveURL(`/projects/${projects[1]?.id}`);
  await context.close();
});

test(
  'the dashboard waits with a spinner, and says when the server fails',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const context = await browserOf(browser, baseURL ?? '', await newPerson(baseURL ?? '', 'Mara'));
    const page = await context.newPage();
    let release = (): void => undefined;
    const held = new Promise<void>((done) => (release = done));
    let failing = true;
    await page.route('**/graphql', async (route) => {
      if (!failing || !route.request().postData()?.includes('query Dashboard')) return route.continue();
      await held;
      return route.fulfill({ status: 500, json: { message: 'No', code: 'INTERNAL' } });
    });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Mara!' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
    release();
    await expect(page.getByRole('alert').getByText('Server error. Please try again later.')).toBeVisible();
    // When the feed has begun, it reads everything once more by itself.
    await page.waitForLoadState('networkidle');
    failing = false;
    // unless it comes by itself before
    await page
      .getByRole('button', { name: 'Try again' })
      .click({ timeout: 10_000 })
      .catch(() => undefined);
    await expect(page.getByText('No projects yet')).toBeVisible();
    await context.close();
  },
);

test(
  'an open dashboard stays consistent when a task becomes overdue',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const person = await newPerson(baseURL ?? '', 'Mara');
    const { id: projectId } = await person.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const dueDate = new Date(Date.now() + 20_000).toISOString();
    await newTask(person, projectId, { title: 'Soon late', dueDate });
    const context = await browserOf(browser, baseURL ?? '', person);
    const page = await context.newPage();
    await page.clock.install();
    await page.goto('/dashboard');
    const overdue = page
      .getByLabel('Statistics')
      .locator('div')
      .filter({ hasText: /^Overdue/ });
    const row = page.getByRole('region', { name: 'Recent Tasks' }).getByRole('listitem');
    await expect(row).toContainText('Due today');
    await expect(overdue).toContainText(/Overdue\s*0/);
    await expect
      .poll(async () => (await person.call<{ overdueTasks: number }>('GET', '/dashboard/stats')).overdueTasks, {
        timeout: 60_000,
      })
      .toBe(1);
    await page.clock.fastForward(70_000);
    await expect(row).toContainText('Overdue by');
    await expect(overdue).toContainText(/Overdue\s*1/);
    await expect(page.getByRole('region', { name: 'Overdue Tasks' })).toContainText('Soon late');
    await context.close();
  },
);
