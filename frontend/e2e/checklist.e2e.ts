import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newTeam, openLive, type Person } from './people.ts';

interface Named {
  id: string;
}

const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Paint the hull' });
const items = (page: Page): Locator => panel(page).getByRole('list', { name: 'Checklist' }).getByRole('textbox');
const texts = (page: Page): Promise<string[]> =>
  items(page).evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
const field = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'New item' });
const item = (page: Page, text: string): Locator => panel(page).getByRole('textbox', { name: `Item: ${text}` });
const tick = (page: Page, text: string): Locator => panel(page).getByRole('checkbox', { name: `Done: ${text}` });
const card = (page: Page): Locator => page.locator('[data-card]', { hasText: 'Paint the hull' });

/** A lost connection shows in the console. */
const EXPECTED = 'ERR_INTERNET_DISCONNECTED';

test.describe('a task that two people look at', () => {
  let mara: Person;
  let wen: Person;
  let projectId: string;
  let taskId: string;
  let maras: BrowserContext;
  let wens: BrowserContext;
  let errors: string[];

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(baseURL));
    const task = { projectId, title: 'Paint the hull', priority: 'MEDIUM' };
    ({ id: taskId } = await mara.call<Named>('POST', '/tasks', task));
    [maras, wens] = [await browserOf(browser, baseURL, mara), await browserOf(browser, baseURL, wen)];
    errors = collectConsoleErrors(maras);
  });
  test.afterEach(async () => {
    await Promise.all([maras.close(), wens.close()]);
    expect(errors.filter((error) => !error.includes(EXPECTED))).toEqual([]);
  });

  test('has a checklist that works with the keyboard alone, and others see each change', async () => {
    const page = await openLive(maras, `/board?task=${taskId}`);
    const other = await openLive(wens, '/board');
    await field(page).focus();
    await page.keyboard.type('Sand');
    await page.keyboard.press('Enter');
    await expect(item(page, 'Sand')).toBeVisible();
    await expect(field(page)).toBeFocused();
    // several lines are as many items
    await page.keyboard.type('Prime');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('Paint');
    await page.keyboard.press('Enter');
    await expect.poll(() => texts(page)).toEqual(['Sand', 'Prime', 'Paint']);
    await tick(page, 'Sand').focus();
    await page.keyboard.press('Space');
    await expect(tick(page, 'Sand')).toBeChecked();
    await expect(panel(page).getByText('1 of 3 done')).toBeVisible();
    await expect(card(other).getByText('1 of 3 items done')).toBeAttached();

    await item(page, 'Paint').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => texts(page)).toEqual(['Paint', 'Sand', 'Prime']);
    await expect(item(page, 'Paint')).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.type(' twice');
    await page.keyboard.press('Enter');
    await expect(item(page, 'Paint twice')).toBeVisible();
    // Escape restores the former text and leaves the panel open
    await page.keyboard.type(' or more');
    await page.keyboard.press('Escape');
    await expect(item(page, 'Paint twice')).toHaveValue('Paint twice');

    await other.locator('[data-task-link]', { hasText: 'Paint the hull' }).press('Enter');
    await expect.poll(() => texts(other)).toEqual(['Paint twice', 'Sand', 'Prime']);
    await panel(page).getByRole('button', { name: 'Remove Sand' }).press('Enter');
    await expect.poll(() => texts(other)).toEqual(['Paint twice', 'Prime']);
    await expect(item(page, 'Prime')).toBeFocused();

    // dragged by its grip
    const grip = panel(page).getByTitle('Move: Prime');
    const to = await item(page, 'Paint twice').boundingBox();
    await grip.hover();
    await page.mouse.down();
    await page.mouse.move((to?.x ?? 0) + 40, (to?.y ?? 0) + 2, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => texts(other)).toEqual(['Prime', 'Paint twice']);

    // undo by keyboard reverts a check for everyone
    await tick(page, 'Prime').press('Space');
    await expect(tick(other, 'Prime')).toBeChecked();
    await tick(page, 'Prime').press('Control+z');
    await expect(page.getByText('Undid checking off “Prime”')).toBeVisible();
    await expect(tick(other, 'Prime')).not.toBeChecked();

    // without a connection all changes wait, and undo discards waiting ones
    await maras.setOffline(true);
    await field(page).fill('Wash');
    await field(page).press('Enter');
    await expect(item(page, 'Wash')).toHaveValue('Wash');
    await tick(page, 'Wash').press('Space');
    await expect(tick(page, 'Wash')).toBeChecked();
    await tick(page, 'Prime').press('Space');
    await expect(page.getByText('3 changes pending').first()).toBeAttached();
    await tick(page, 'Prime').press('Control+z');
    await expect(tick(page, 'Prime')).not.toBeChecked();
    await expect(page.getByText('2 changes pending').first()).toBeAttached();
    await maras.setOffline(false);
    await expect.poll(() => texts(other)).toEqual(['Prime', 'Paint twice', 'Wash']);
    await expect(tick(other, 'Wash')).toBeChecked();
    await expect(tick(other, 'Prime')).not.toBeChecked();
  });

  test(
    'a task moves to another project by a key: members of both keep it open, and others see it disappear',
    { tag: '@full' },
    async () => {
      const { id: shed } = await mara.call<Named>('POST', '/projects', { name: 'Shed' });
      await mara.call('POST', `/projects/${shed}/members`, { userId: wen.id });
      const { id: attic } = await mara.call<Named>('POST', '/projects', { name: 'Attic' });
      const page = await openLive(maras, `/board?task=${taskId}`);
      const other = await openLive(wens, `/board?task=${taskId}`);
      const place = (of: Page): Locator =>
        panel(of)
          .getByRole('link', { name: /^(Tern launch|Shed|Attic)$/ })
          .first();
      await expect(place(other)).toHaveText('Tern launch');
      await expect(place(page)).toHaveText('Tern launch');
      const moveTo = async (name: string): Promise<void> => {
        await panel(page).focus();
        await page.keyboard.press('m');
        const search = page.getByRole('combobox', { name: 'Move to project' });
        await expect(search).toBeFocused();
        await page.keyboard.type(name);
        await page.keyboard.press('Enter');
      };
      await moveTo('Shed');
      await expect(page.getByText('“Paint the hull” moved to Shed')).toBeVisible();
      await expect(place(page)).toHaveText('Shed');
      await expect(place(other)).toHaveText('Shed');
      await expect(panel(other).getByRole('textbox', { name: 'Title' })).toBeEditable();
      await expect(card(other)).toContainText('Shed');
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await expect(page.getByText('Undid moving “Paint the hull” to another project')).toBeVisible();
      await expect(place(page)).toHaveText('Tern launch');
      await expect(place(other)).toHaveText('Tern launch');

      // a move requires that the assignee is a member of the other project
      await mara.call('PATCH', `/tasks/${taskId}/assign`, { assigneeId: wen.id });
      await expect(card(page).getByTitle('Wen Stone')).toBeVisible();
      await moveTo('Attic');
      await expect(page.getByText('The assignee is not a member of that project')).toBeVisible();
      await page.getByRole('button', { name: 'Unassign and move' }).click();
      await expect(place(page)).toHaveText('Attic');
      await expect(panel(other).getByRole('alert')).toContainText('doesn’t exist');
      await expect(card(other)).toHaveCount(0);
      const { projectId: now } = await mara.call<{ projectId: string }>('GET', `/tasks/${taskId}`);
      expect(now).toBe(attic);
    },
  );
});
