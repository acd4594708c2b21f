import { type BrowserContext, expect, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

test.describe('copies', () => {
  let mara: Person;
  let context: BrowserContext;
  let errors: string[];
  let projectId: string;
  let taskId: string;

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    mara = await newPerson(baseURL, 'Mara');
    ({ id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'Sprint', key: 'SPR' }));
    const task = { projectId, priority: 'MEDIUM' };
    ({ id: taskId } = await mara.call<Named>('POST', '/tasks', { ...task, title: 'Plan', dueDay: '2026-12-01' }));
    await mara.call('POST', '/tasks', { ...task, title: 'Retrospective', status: 'DONE' });
    await mara.call('POST', `/tasks/${taskId}/comments`, { text: 'As always' });
    context = await browserOf(browser, baseURL, mara);
    errors = collectConsoleErrors(context);
  });
  test.afterEach(async () => {
    await context.close();
    expect(errors).toEqual([]);
  });

  test('of a task are made in its panel or the command menu, and can be undone', { tag: '@full' }, async () => {
    const page = await openLive(context, `/board?project=${projectId}&task=${taskId}`);
    await page.getByRole('dialog', { name: 'Plan' }).getByRole('button', { name: 'Duplicate task' }).click();
    // A message stays as long as the pointer is on it.
    await page.locator('.toast').hover();
    await expect(page).not.toHaveURL(new RegExp(taskId));
    await expect(page.getByRole('dialog', { name: 'Plan' }).getByText('SPR-3')).toBeVisible();
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await page.keyboard.press('Escape');
    const cards = page.locator('[data-card]', { hasText: 'Plan' });
    await expect(cards).toHaveCount(1);
    await cards.getByRole('link').focus();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('duplicate');
    // Letters typed early are kept until the field has the focus; Enter is not.
    await expect(page.locator('[role=option][data-highlighted]')).toContainText('Duplicate');
    await page.keyboard.press('Enter');
    await expect(cards).toHaveCount(2);
  });

  test('of a project contain the chosen parts with moved dates, and templates create projects', async () => {
    const page = await openLive(context, `/projects/${projectId}`);
    const menu = async (item: string): Promise<void> => {
      await page.getByRole('button', { name: 'Project actions' }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await menu('Duplicate project');
    const dialog = page.getByRole('dialog', { name: 'Duplicate project' });
    await expect(dialog.getByLabel('Name')).toHaveValue('Sprint (copy)');
    await dialog.getByLabel('Tasks').uncheck();
    await expect(dialog.getByLabel('Checklists')).toBeDisabled();
    await dialog.getByLabel('Tasks').check();
    await dialog.getByLabel('Comments').check();
    await dialog.getByLabel('First day').fill('someday');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await expect(dialog.getByText('Enter a day')).toBeVisible();
    await dialog.getByLabel('First day').fill('2027-01-04');
    await dialog.getByLabel('Name').fill('Sprint 2');
    await dialog.getByRole('button', { name: 'Duplicate' }).click();
    await expect(page.getByRole('heading', { name: 'Sprint 2' })).toBeVisible();
    const todo = page.getByRole('region', { name: 'To Do' });
    await expect(todo.locator('[data-card]')).toHaveCount(2);
    await todo.getByRole('link', { name: 'Plan' }).click();
    await expect(page.getByRole('article', { name: 'Comment by Mara' })).toContainText('copied, by Mara');
    await page.keyboard.press('Escape');

    await menu('Use as template');
    await expect(page.getByText('This project is a template.')).toBeVisible();
    await page.goto('/tasks');
    await expect(page.getByRole('link', { name: 'Plan' })).toHaveCount(1);
    await page.goto('/projects');
    await expect(page.getByRole('listitem').filter({ hasText: 'Sprint 2' }).getByText('Template')).toBeVisible();
    await page.getByRole('button', { name: 'New Project' }).click();
    const create = page.getByRole('dialog', { name: 'Create new project' });
    await create.getByLabel('Name').fill('Sprint 3');
    await create.getByLabel('Template').click();
    await page.getByRole('option', { name: 'Sprint 2' }).click();
    await create.getByRole('button', { name: 'Create project' }).click();
    await page.getByRole('link', { name: 'Sprint 3', exact: true }).click();
    await expect(page.locator('[data-card]')).toHaveCount(2);
  });
});
