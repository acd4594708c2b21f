import { expect, type Locator, type Page } from '@playwright/test';

/** Gives it the focus. A row or card that is not measured yet is hidden and takes none: it is asked again until it has it. */
export const focusOn = (target: Locator): Promise<void> =>
  expect(async () => {
    await target.focus();
    await expect(target).toBeFocused({ timeout: 500 });
  }).toPass();

/** What moves cards comes after the cards. A hand that lets go or rests before it is there has moved nothing. */
export const dragsWork = (page: Page): Promise<void> =>
  // A board has another one for its columns.
  expect(page.locator('[role=status][aria-live=assertive].sr-only').first()).toBeAttached();

/** The keys come after the page: waits until they work. What a key did too late would be done after the next one. */
export const keysWork = async (page: Page): Promise<void> => {
  const menu = page.getByRole('dialog', { name: 'Search or jump to…' });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(menu.getByRole('combobox')).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
};

/** Waits for two frames: what the first one changes is painted by then. */
export const twoFrames = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
