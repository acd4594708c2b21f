import { expect, test, type Page } from '@playwright/test';
import { LANGUAGES } from '../../backend/contract/languages.ts';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newBrowser, newPerson, PASSWORD } from './people.ts';

const languageOf = (page: Page) => page.locator('html').getAttribute('lang');
const heading = (page: Page) => page.getByRole('heading', { level: 1 });
/** The choice before sign-in, whatever it is called. */
const languageSwitch = (page: Page) => page.getByRole('main').getByRole('combobox');

test('before sign-in the app uses the language of the browser until another is chosen, and keeps typed text', async ({
  browser,
  baseURL,
}) => {
  const context = await newBrowser(browser, { baseURL, locale: 'de-AT' });
  const consoleErrors = collectConsoleErrors(context);
  const page = await context.newPage();
  await page.goto('/login');
  expect(await languageOf(page)).toBe('de');
  const german = await heading(page).textContent();
  expect(german).not.toBe('Sign in to Cairn');
  await page.locator('input[type=email]').fill('ines@tern.example');
  await languageSwitch(page).selectOption('fr');
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(heading(page)).not.toHaveText(german ?? '');
  await expect(page.locator('input[type=email]')).toHaveValue('ines@tern.example');
  // The choice lasts, also on another page and for refused fields.
  await page.goto('/register');
  expect(await languageOf(page)).toBe('fr');
  await page.locator('form button[type=submit]').click();
  const refusal = page.locator('[id$=-error]').first();
  await expect(refusal).toBeVisible();
  await expect(refusal).not.toHaveText(/required/);
  expect(consoleErrors).toEqual([]);
  await context.close();
});

test('a person’s language belongs to the account: in the settings, mails and the next browser', async ({
  browser,
  baseURL,
}) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const context = await browserOf(browser, baseURL ?? '', mara);
  const page = await context.newPage();
  await page.goto('/settings');
  expect(await languageOf(page)).toBe('en');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: '日本語' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByRole('heading', { name: '外観' })).toBeVisible();
  // The page changes at once; the account follows.
  await expect
    .poll(async () => (await mara.call<{ language: string }>('GET', '/auth/preferences')).language)
    .toBe('ja');

  // Another browser is in English until it knows the account.
  const other = await newBrowser(browser, { baseURL });
  const next = await other.newPage();
  await next.goto('/login');
  expect(await languageOf(next)).toBe('en');
  await next.getByRole('textbox', { name: 'Email' }).fill(mara.email);
  await next.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await next.getByRole('button', { name: 'Sign in' }).click();
  await expect(next.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(next).toHaveURL(/dashboard/);

  // Back to the browser's own.
  await page.getByRole('combobox', { name: '言語' }).click();
  await page.getByRole('option').first().click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await Promise.all([context.close(), other.close()]);
});

test(
  'a language is chosen while a comment is being written, and the comment stays',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Lamp' });
    const { id } = await mara.call<{ id: string }>('POST', '/tasks', { projectId, title: 'Wire it', priority: 'LOW' });
    const context = await browserOf(browser, baseURL ?? '', mara);
    const page = await context.newPage();
    await page.goto(`/board?task=${id}`);
    const comment = page.getByRole('textbox', { name: 'Comment' });
    await comment.fill('Half a sentence, 日本');
    // If another tab or device changes the language, this page follows when it next learns of it.
    await mara.call('PUT', '/auth/preferences', { language: 'pl' });
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'pl');
    await expect(page.getByText('Half a sentence, 日本')).toBeVisible();
    await context.close();
  },
);

// Code that runs before its translations are loaded shows ids instead. Type check and build do not notice that.
for (const language of LANGUAGES) {
  test(`all words are loaded before they are shown in ${language}`, { tag: '@full' }, async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: '🏔' });
    await mara.call('POST', '/tasks', { projectId: id, title: '🪨', priority: 'LOW' });
    const visitor = await newBrowser(browser, { baseURL, locale: language });
    const context = await browserOf(browser, baseURL ?? '', mara, { locale: language });
    const consoleErrors = [visitor, context].map(collectConsoleErrors);
    for (const [browserContext, paths] of [
      [visitor, ['/login', '/register', '/forgot-password']],
      [context, ['/board', '/dashboard', '/tasks', '/calendar', '/timeline', '/settings', '/team', `/projects/${id}`]],
    ] as const) {
      const page = await browserContext.newPage();
      for (const path of paths) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await expect(heading(page)).toBeVisible();
        expect(await languageOf(page)).toBe(language);
      }
    }
    expect(consoleErrors.flat()).toEqual([]);
    await Promise.all([visitor.close(), context.close()]);
  });
}
