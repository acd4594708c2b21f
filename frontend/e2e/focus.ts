import { expect, type Locator } from '@playwright/test';

/** Gives it the focus. A row or card that is not measured yet is hidden and takes none: it is asked again until it has it. */
export const focusOn = (target: Locator): Promise<void> =>
  expect(async () => {
    await target.focus();
    await expect(target).toBeFocused({ timeout: 500 });
  }).toPass();
