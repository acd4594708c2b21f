import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { renderHtml } from '../../backend/src/platform/mail/mailContent.ts';
import { findViolations } from './accessibility.ts';
import { browserOf, newPerson, newTeam, openLive, type Person } from './people.ts';

const panel = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: 'Activity' });
const description = (page: Page): Locator => panel(page).getByRole('textbox', { name: 'Description' });
const versions = (page: Page): Locator => page.getByRole('dialog', { name: 'Versions of the description' });

const LONG = Array.from({ length: 80 }, (_, at) => `Step ${at + 1}: measure the quay and write it down.`).join('\n\n');

test.describe('a long description', () => {
  let mara: Person;
  let wen: Person;
  let projectId: string;
  let maras: BrowserContext;
  let baseURL: string;

  test.beforeAll(async () => {
    baseURL = test.info().project.use.baseURL ?? '';
    ({ mara, wen, projectId } = await newTeam(baseURL, { name: 'Harbour survey' }));
  });
  test.beforeEach(async ({ browser }) => {
    maras = await browserOf(browser, baseURL, mara);
  });
  test.afterEach(async () => {
    await maras.close();
  });

  const addTask = (title: string): Promise<{ id: string }> =>
    mara.call('POST', '/tasks', { projectId, title, priority: 'MEDIUM', description: 'Measure the quay' });

  test('is collapsed until it is expanded or edited', async () => {
    const { id } = await addTask('Survey');
    await mara.call('PUT', `/tasks/${id}`, { description: LONG });
    const page = await openLive(maras, `/tasks?task=${id}`);
    const more = panel(page).getByRole('button', { name: 'Show more' });
    await expect(more).toBeVisible();
    await expect(more).toBeInViewport();
    await more.click();
    await panel(page).getByRole('button', { name: 'Show less' }).click();
    await expect(more).toBeVisible();
    await description(page).focus();
    await expect(more).toBeHidden();
    await description(page).press('End');
    await page.keyboard.type(' Twice.');
    await description(page).press('Control+Enter');
    await expect
      .poll(async () => (await mara.call<{ description: string }>('GET', `/tasks/${id}`)).description)
      .toContain('Twice.');
    expect(await findViolations(page)).toEqual([]);
  });

  test('is collapsed like a long comment', async () => {
    const { id } = await addTask('Comment');
    await mara.call('POST', `/tasks/${id}/comments`, { text: LONG });
    const page = await openLive(maras, `/tasks?task=${id}`);
    const comment = panel(page).getByRole('article', { name: /Mara/ });
    await comment.getByRole('button', { name: 'Show more' }).click();
    await comment.getByRole('button', { name: 'Show less' }).click();
    await expect(comment.getByRole('button', { name: 'Show more' })).toBeVisible();
    expect((await comment.boundingBox())?.height).toBeLessThan(420);
  });

  test('has versions, whose changes are shown, and which are restored', async () => {
    const { id } = await addTask('Plan');
    await wen.call('PUT', `/tasks/${id}`, { description: 'Measure the old quay' });
    const page = await openLive(maras, `/tasks?task=${id}`);
    await expect(description(page)).toHaveValue('Measure the old quay');
    // An open panel shows other people's edits, although lists and events contain no descriptions.
    await mara.call('PUT', `/tasks/${id}`, { description: 'Measure the pier' });
    await expect(description(page)).toHaveValue('Measure the pier');
    await panel(page).getByRole('button', { name: 'Versions' }).click();
    const rows = versions(page).getByRole('listitem');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText('Wen');
    await expect(rows.nth(1).locator('ins')).toHaveText('old ');
    await expect(rows.nth(0)).toContainText('Current');
    expect(await findViolations(page)).toEqual([]);
    await rows
      .nth(1)
      .getByRole('button', { name: /^Restore the version by Wen/ })
      .click();
    await expect(versions(page)).toBeHidden();
    await expect(description(page)).toHaveValue('Measure the old quay');
    await expect
      .poll(async () => (await mara.call<{ description: string }>('GET', `/tasks/${id}`)).description)
      .toBe('Measure the old quay');
  });

  test(
    'has more versions than are shown at first, which viewers can only read',
    { tag: '@full' },
    async ({ browser }) => {
      const ada = await newPerson(baseURL, 'Ada');
      await mara.call('POST', `/projects/${projectId}/members`, { userId: ada.id, role: 'VIEWER' });
      const { id } = await addTask('Log');
      for (let n = 0; n < 24; n += 1) {
        await (n % 2 ? mara : wen).call('PUT', `/tasks/${id}`, { description: `Entry ${n}` });
      }
      const adas = await browserOf(browser, baseURL, ada);
      const page = await openLive(adas, `/tasks?task=${id}`);
      await panel(page).getByRole('button', { name: 'Versions' }).click();
      const rows = versions(page).getByRole('listitem');
      await expect(rows).toHaveCount(20);
      await versions(page).getByRole('button', { name: 'Show earlier' }).click();
      await expect(rows).toHaveCount(25);
      await expect(versions(page).getByRole('button', { name: /^Restore/ })).toHaveCount(0);
      await page.keyboard.press('Escape');
      await expect(versions(page)).toBeHidden();
      await expect(panel(page).getByRole('button', { name: 'Versions' })).toBeFocused();
      await adas.close();
    },
  );

  test('is found by words at its end until they are removed', { tag: '@full' }, async () => {
    const { id } = await addTask('Survey of the breakwater');
    await mara.call('PUT', `/tasks/${id}`, { description: `${LONG}\n\nAsk the harpooner.` });
    for (const path of ['/tasks?q=harpooner', '/board?q=harpooner']) {
      await wen.call('PUT', `/tasks/${id}`, { description: `${LONG}\n\nAsk the harpooner.` });
      const page = await openLive(maras, path);
      const found = page.getByRole('link', { name: 'Survey of the breakwater', exact: true });
      await expect(found).toBeVisible();
      await wen.call('PUT', `/tasks/${id}`, { description: LONG });
      await expect(found).toBeHidden();
      await page.close();
    }
  });
});

test('a mail with long links is no wider than a phone', async ({ page }) => {
  const text = `See https://tern.example/${'x'.repeat(120)}`;
  const items = [{ title: text, note: text, url: 'https://tern.example' }];
  const paragraphs = [text];
  const mail = { i18n: { locale: 'en' }, subject: text, heading: text, paragraphs, items, reason: '' };
  await page.setViewportSize({ width: 360, height: 640 });
  await page.setContent(renderHtml(mail, 'Cairn'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});
