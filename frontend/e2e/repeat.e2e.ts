import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson, openLive, outboxLoaded, type Person } from './people.ts';

interface Named {
  id: string;
}

const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Water the plants' });
const cards = (page: Page): Locator => page.locator('[data-card]', { hasText: 'Water the plants' });
const repeats = (page: Page): Locator => panel(page).getByRole('button', { name: /^Repeats/ });
const choose = async (page: Page, name: string | RegExp): Promise<void> => {
  await repeats(page).click();
  await page.getByRole('menuitemradio', { name, exact: typeof name === 'string' }).click();
};

test.describe('a task that repeats', () => {
  let mara: Person;
  let projectId: string;
  let taskId: string;
  let maras: BrowserContext;
  let errors: string[];

  test.beforeEach(async ({ browser }, { project }) => {
    const baseURL = project.use.baseURL ?? '';
    mara = await newPerson(baseURL, 'Mara');
    ({ id: projectId } = await mara.call<Named>('POST', '/projects', { name: 'The garden' }));
    ({ id: taskId } = await mara.call<Named>('POST', '/tasks', {
      projectId,
      title: 'Water the plants',
      priority: 'MEDIUM',
      // A Tuesday.
      dueDay: '2030-01-08',
    }));
    maras = await browserOf(browser, baseURL, mara);
    errors = collectConsoleErrors(maras);
  });
  test.afterEach(async () => {
    await maras.close();
    expect(errors).toEqual([]);
  });

  test('repeats once if it is completed offline in two tabs', { tag: '@full' }, async () => {
    await mara.call('PUT', `/tasks/${taskId}/repeat`, { rule: 'FREQ=WEEKLY', timeZone: 'UTC' });
    const pages = [
      await openLive(maras, `/board?project=${projectId}&task=${taskId}`),
      await openLive(maras, `/tasks?project=${projectId}&task=${taskId}`),
    ];
    for (const page of pages) await outboxLoaded(page);
    await maras.setOffline(true);
    for (const page of pages) {
      await panel(page).getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Done' }).click();
      await expect(panel(page).getByRole('combobox', { name: 'Status' })).toContainText('Done');
    }
    await maras.setOffline(false);
    const list = async (): Promise<string[]> =>
      (await mara.call<{ status: string; dueDay: string }[]>('GET', `/tasks?projectId=${projectId}`))
        .map(({ status, dueDay }) => `${dueDay} ${status}`)
        .sort();
    await expect.poll(list).toEqual(['2030-01-08 DONE', '2030-01-15 TODO']);
    for (const page of pages) await expect(page.getByRole('button', { name: /pending/ })).toHaveCount(0);
    expect(await list()).toHaveLength(2);
    // The browser's message about a connection that was cut.
    expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    errors.length = 0;
  });

  test('gets its rule from a menu, repeats when it is done, is skipped, and ends', async () => {
    const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
    await choose(page, 'Every week on Tuesday');
    await expect(repeats(page)).toContainText('Every week on Tuesday');
    await expect(cards(page)).toContainText('Repeats');
    await repeats(page).click();
    await page.getByRole('menuitem', { name: 'Skip this one' }).click();
    await expect(page.getByText('Moved to Jan 15, 2030')).toBeVisible();
    await panel(page).getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Done' }).click();
    await expect(cards(page)).toHaveCount(2);
    await expect(cards(page).first()).toContainText('Jan 22');
    await panel(page).getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('Control+z');
    await expect(cards(page)).toHaveCount(1);
    await cards(page).getByRole('link').click();
    await choose(page, 'Doesn’t repeat');
    await expect(repeats(page)).toContainText('Doesn’t repeat');
    await panel(page).getByRole('radio', { name: 'History' }).click();
    await expect(panel(page).getByText('made it repeat: Every week on Tuesday')).toBeVisible();
    await expect(panel(page).getByText('stopped it from repeating')).toBeVisible();
  });

  test(
    'gets a rule of its own from a dialog, by keys alone, which says what is missing',
    { tag: '@full' },
    async () => {
      const page = await openLive(maras, `/board?project=${projectId}&task=${taskId}`);
      await repeats(page).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('menuitemradio', { name: 'Custom…' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Repeat' });
      const every = dialog.getByRole('textbox', { name: 'Every' });
      await every.fill('0');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('A whole number from 1 to 999')).toBeVisible();
      await every.fill('2');
      await dialog.getByRole('button', { name: 'Thursday' }).press('Enter');
      await dialog.getByRole('radio', { name: 'From completion' }).check({ force: true });
      await dialog.getByRole('radio', { name: 'After a number of times' }).check({ force: true });
      await dialog.getByRole('textbox', { name: 'Times' }).fill('5');
      await page.keyboard.press('Enter');
      await expect(repeats(page)).toContainText('Every 2 weeks on Tuesday and Thursday, after it’s done, 5 times');
      await expect(dialog).toHaveCount(0);
    },
  );

  test('is created by a line, which shows its rule', async () => {
    const page = await openLive(maras, `/board?project=${projectId}`);
    await page.keyboard.press('c');
    const form = page.getByRole('dialog', { name: 'Create Task' }).or(page.getByRole('dialog').first());
    await form.getByRole('textbox').first().fill('Feed the cat ^every 2nd tuesday');
    await expect(form.getByRole('button', { name: /^Repeats: Every month on the second Tuesday/ })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    const card = page.locator('[data-card]', { hasText: 'Feed the cat' });
    await expect(card).toContainText('Repeats');
    await expect(card).not.toContainText('every');
  });
});
