import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newTeam, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

const panelOf = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });
const panel = (page: Page): Locator => panelOf(page, 'Paint the hull');
const card = (page: Page, title: string): Locator =>
  page.locator('[data-card]', { has: page.getByRole('link', { name: title, exact: true }) });
const subtasks = (page: Page): Locator => panel(page).getByRole('list', { name: 'Subtasks' }).getByRole('link');

test.describe('a task with relations', () => {
  let mara: Person;
  let wen: Person;
  let projectId: string;
  let taskId: string;
  let otherId: string;
  let maras: BrowserContext;
  let wens: BrowserContext;
  let errors: string[];

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(baseURL, { name: 'Tern launch', key: 'TERN' }));
    const task = { projectId, priority: 'MEDIUM' };
    ({ id: taskId } = await mara.call<Named>('POST', '/tasks', { ...task, title: 'Paint the hull' }));
    ({ id: otherId } = await mara.call<Named>('POST', '/tasks', { ...task, title: 'Order the paint' }));
    [maras, wens] = [await browserOf(browser, baseURL, mara), await browserOf(browser, baseURL, wen)];
    errors = collectConsoleErrors(maras);
  });
  test.afterEach(async () => {
    await Promise.all([maras.close(), wens.close()]);
    expect(errors).toEqual([]);
  });

  test('gets subtasks by keys alone, which others see at once, and warns when it is done before them', async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    const other = await openLive(wens, `/board?project=${projectId}`);
    const field = panel(page).getByRole('textbox', { name: 'New subtask' });
    await field.focus();
    await expect(field.locator('..')).toHaveCSS('outline-style', 'solid');
    await page.keyboard.type('Sand');
    await page.keyboard.press('Enter');
    await page.keyboard.type('Prime');
    await page.keyboard.press('Enter');
    await expect(subtasks(page)).toHaveText([/TERN-3Sand/, /TERN-4Prime/]);
    await expect(card(other, 'Paint the hull')).toContainText('0 of 2 subtasks done');
    await expect(card(other, 'Sand')).toContainText('Subtask of Paint the hull');
    // A subtask opens over the page and leads back.
    await subtasks(page).first().click();
    await panelOf(page, 'Sand').getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    await expect(card(other, 'Paint the hull')).toContainText('1 of 2 subtasks done');
    await panelOf(page, 'Sand').getByRole('link', { name: 'TERN-1 Paint the hull' }).click();
    await expect(panel(page).getByText('1 of 2 done')).toBeVisible();
    await panel(page).getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    const toast = page.getByText('Task completed. 1 subtask is still open.');
    await expect(toast).toBeVisible();
    await page.locator('.toast', { has: toast }).getByRole('button', { name: 'Undo' }).click();
    await expect(panel(page).getByRole('combobox', { name: 'Status' })).toContainText('To Do');
    // The filter hides subtasks, for people who plan with larger tasks.
    await other.goto(`/board?project=${projectId}&level=top`);
    await expect(card(other, 'Paint the hull')).toBeVisible();
    await expect(card(other, 'Prime')).toHaveCount(0);
  });

  test('is shown as blocked in both panels and on cards until the blocking task is done', async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    const other = await openLive(wens, `/board?project=${projectId}`);
    await panel(page).getByRole('button', { name: 'Add a relation' }).click();
    await expect(page.getByRole('combobox', { name: 'Search tasks' })).toBeFocused();
    await page.keyboard.type('order');
    await expect(page.getByRole('option', { name: /Order the paint/ })).toBeVisible();
    await page.keyboard.press('Enter');
    const blockers = panel(page).getByRole('list', { name: 'Blocked by' });
    await expect(blockers.getByRole('link')).toHaveText(/TERN-2Order the paint/);
    await expect(card(other, 'Paint the hull')).toContainText('Blocked by 1 open task');
    await other.goto(`/board?project=${projectId}&blocked=true`);
    await expect(card(other, 'Paint the hull')).toBeVisible();
    await expect(card(other, 'Order the paint')).toHaveCount(0);
    await mara.call('PATCH', `/tasks/${otherId}/status`, { status: 'DONE' });
    await expect(card(other, 'Paint the hull')).toHaveCount(0);
    // Someone else removes it, and the open panel follows.
    await wen.call('DELETE', `/tasks/${otherId}/relations/${taskId}`);
    await expect(blockers).toHaveCount(0);
    await panel(page).getByRole('radio', { name: 'History' }).click();
    await expect(panel(page).getByText('Mara Stone marked it as blocked by Order the paint')).toBeVisible();
  });

  test('gets a parent by a search, loses it by undo, and turns checklist items into subtasks', async () => {
    await mara.call('POST', `/tasks/${taskId}/checklist`, { text: 'Wash the hull' });
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    await panel(page).getByRole('button', { name: 'Parent No parent' }).click();
    await page.getByRole('option', { name: /Order the paint/ }).click();
    await expect(panel(page).getByRole('link', { name: 'TERN-2 Order the paint' })).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(panel(page).getByRole('button', { name: 'Parent No parent' })).toBeVisible();
    await panel(page).getByRole('textbox', { name: 'Item: Wash the hull' }).hover();
    await panel(page).getByRole('button', { name: 'Turn Wash the hull into a subtask' }).click();
    await expect(subtasks(page)).toHaveText([/Wash the hull/]);
    await expect(panel(page).getByRole('textbox', { name: 'Item: Wash the hull' })).toHaveCount(0);
    // A circle is refused in words.
    const { id: subtask } = (await mara.call<Named[]>('GET', `/tasks/${taskId}/subtasks`))[0] ?? { id: '' };
    await page.goto(`/board?project=${projectId}&task=${subtask}`);
    await panelOf(page, 'Wash the hull').getByRole('button', { name: 'Remove from parent' }).click();
    await expect(panelOf(page, 'Wash the hull').getByRole('button', { name: 'Parent No parent' })).toBeFocused();
  });

  test('has the marks of a long subtask beside its first line', { tag: '@full' }, async () => {
    const title = 'Ask the harbour which of its cranes lifts the boat. '.repeat(3).trim();
    await mara.call('POST', '/tasks', { projectId, priority: 'LOW', title, parentId: taskId, assigneeId: wen.id });
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    await expect(subtasks(page)).toHaveText([/^TERN-3Ask/]);
    const row = panel(page).getByRole('list', { name: 'Subtasks' }).getByRole('listitem');
    const middles = await row.evaluate((item) =>
      [item.querySelector('svg'), item.querySelector('a span'), item.querySelector('.avatar')].map((part) => {
        const { top = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {};
        return (top + bottom) / 2;
      }),
    );
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);
  });

  test('starts on a day before it is due', { tag: '@full' }, async () => {
    const dueDay = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10);
    await mara.call('PATCH', `/tasks/${taskId}`, { dueDay });
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    await panel(page)
      .getByRole('button', { name: /Start date/ })
      .click();
    await page.locator('[data-day][tabindex="0"]').press('Enter');
    await expect(panel(page).getByRole('button', { name: 'Clear start date' })).toBeVisible();
    await panel(page).getByRole('button', { name: 'Clear start date' }).click();
    await expect(panel(page).getByText('No start date')).toBeVisible();
  });
});
