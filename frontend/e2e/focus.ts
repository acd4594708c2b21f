import { expect, type Locator, type Page } from '@playwright/test';

/**
 * Focuses a row or a card. One that has not been measured yet is hidden and cannot have the focus, so this tries until
 * it has it.
 */
export const focusOn = (target: Locator): Promise<void> =>
  expect(async () => {
    await target.focus();
    await expect(target).toBeFocused({ timeout: 500 });
  }).toPass();

/**
 * Waits for the code that moves cards, which is loaded after the cards. A card that is dropped before has not moved.
 */
export const waitForDragCode = (page: Page): Promise<void> =>
  // The board has separate code for its columns.
  expect(page.locator('[role=status][aria-live=assertive].sr-only').first()).toBeAttached();

/**
 * Waits until keys work: their code is loaded after the page. A key that is handled late would take effect after the
 * next one.
 */
export const waitForKeyCode = async (page: Page): Promise<void> => {
  const menu = page.getByRole('dialog', { name: 'Search or jump to…' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(menu.getByRole('combobox')).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
};

/** Waits for two frames: by then, the changes of the first one are painted. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
