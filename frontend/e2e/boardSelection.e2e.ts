import { expect, type Page, test } from '@playwright/test';
import { waitForDragCode, focusOn } from './focus.ts';
import { addTasks, newPerson } from './people.ts';

const TITLES = ['One', 'Two', 'Three', 'Four'];

/** Opens a board with four cards in To Do and one in In Progress. */
const openCards = async (page: Page, baseURL = ''): Promise<void> => {
  const person = await newPerson(baseURL, 'Mara');
  const project = await person.call<{ id: string }>('POST', '/projects', { name: 'Yard' });
  await addTasks(person, project.id, [
    ...TITLES.map((title) => ({ title })),
    { title: 'Other', status: 'IN_PROGRESS' },
  ]);
  await page.addInitScript((token) => localStorage.setItem('token', token), person.token);
  await page.goto('/board');
};

const bar = (page: Page) => page.getByRole('group', { name: /selected$/ });
const card = (page: Page, title: string) => page.getByRole('link', { name: title, exact: true });
const selected = (page: Page) => page.locator('article', { hasText: /^Selected/ }).locator('[data-task-link]');

/** Presses X until the code for selecting has loaded. */
const selectByKey = async (page: Page, title: string): Promise<void> => {
  await expect(async () => {
    await focusOn(card(page, title));
    if (!(await bar(page).isVisible())) await page.keyboard.press('x');
    await expect(bar(page)).toBeVisible({ timeout: 500 });
  }).toPass();
};

test('cards are selected by keys and clicks, changed together, and changed back at once', async ({ page, baseURL }) => {
  await openCards(page, baseURL);
  await selectByKey(page, 'Two');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(bar(page)).toContainText('2 selected');
  await expect(card(page, 'Three')).toBeFocused();
  await expect(selected(page)).toHaveText(['Two', 'Three']);
  await page.keyboard.press('Shift+j');
  await expect(selected(page)).toHaveText(['Two', 'Three', 'Four']);

  await page.getByText('Other', { exact: true }).click({ modifiers: ['Control'] });
  await expect(bar(page)).toContainText('4 selected');
  await page.getByText('Two', { exact: true }).click({ modifiers: ['Control'] });
  await expect(bar(page)).toContainText('3 selected');
  expect(page.context().pages()).toHaveLength(1);

  await bar(page).getByRole('button', { name: 'Priority' }).click();
  await page.getByRole('option', { name: 'Urgent' }).click();
  await expect(page.getByText('Urgent priority')).toHaveCount(3);
  // Keys work again once the picker is closed and the server has answered.
  await expect(page.getByRole('listbox')).toBeHidden();
  await expect(page.getByText('3 tasks updated')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Urgent priority')).toHaveCount(0);

  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(selected(page)).toHaveCount(0);
  await page.keyboard.press('Control+a');
  await expect(bar(page)).toContainText('5 selected');
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('a card is selected from its menu, and others by a tap', { tag: '@full' }, async ({ page, baseURL }) => {
    await openCards(page, baseURL);
    await page.getByRole('button', { name: 'Move One' }).tap();
    await page.getByRole('menuitem', { name: 'Select' }).tap();
    await expect(bar(page)).toContainText('1 selected');
    await card(page, 'Two').tap();
    await expect(selected(page)).toHaveText(['One', 'Two']);
    await page.getByRole('button', { name: 'Move One' }).tap();
    await page.getByRole('menuitem', { name: 'Deselect' }).tap();
    await expect(selected(page)).toHaveText(['Two']);
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await card(page, 'Two').tap();
    await expect(
      page
        .getByRole('dialog', { name: 'Two' })
        .or(page.getByRole('heading', { name: 'Two' }))
        .first(),
    ).toBeVisible();
  });
});

test('selected cards are dragged together, to one position, as one action', async ({ page, baseURL }) => {
  await openCards(page, baseURL);
  await waitForDragCode(page);
  await selectByKey(page, 'One');
  await page.getByText('Three', { exact: true }).click({ modifiers: ['Control'] });
  const target = await page.getByText('Other', { exact: true }).boundingBox();
  const from = await page.getByText('Three', { exact: true }).boundingBox();
  if (!from || !target) throw new Error('the cards are not on the screen');
  await page.mouse.move(from.x + 10, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 40, from.y + 5, { steps: 4 });
  await page.mouse.move(target.x + 20, target.y + 70, { steps: 8 });
  await page.mouse.up();
  const titles = (name: string) => page.getByRole('region', { name, exact: true }).locator('[data-task-link]');
  await expect(titles('In Progress')).toHaveText(['Other', 'One', 'Three']);
  await expect(page.getByText('2 tasks moved')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles('To Do')).toHaveText(TITLES);
});
