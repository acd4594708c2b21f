import { expect, type Locator, type Page } from '@playwright/test';

/** Gives it the focus. A row or card that is not measured yet is hidden and takes none: it is asked again until it has it. */
export const focusOn = (target: Locator): Promise<void> =>
  expect(async () => {
    await target.focus();
    await expect(target).toBeFocused({ timeout: 500 });
  }).toPass();

/** What moves cards comes after the cards. A hand that lets go or rests before it is there has moved nothing. */
export const dragsWork = (page: Page): Promise<void> =>
  expect(page.locator('[role=status][aria-live=assertive].sr-only')).toBeAttached();
