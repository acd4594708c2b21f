import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { collectConsoleErrors } from './consoleErrors.ts';
import { browserOf, newPerson } from './people.ts';

/** A message as Lingui compiles it: texts, and values with the texts of their forms. */
type Compiled = string | [name: string, format?: string, forms?: Record<string, Compiled[]>] | Compiled[];

const ACCENTED = new Map(
  ['aá', 'cć', 'eé', 'ií', 'nñ', 'oó', 'uú', 'yý'].map(([plain = '', accented = '']) => [plain, accented]),
);
const accent = (text: string): string => text.replaceAll(/<[^>]*>|\w/g, (part) => ACCENTED.get(part) ?? part);
const translate = (message: readonly Compiled[]): Compiled[] =>
  message.map((part) => {
    if (typeof part === 'string') return accent(part);
    const [name, format, forms] = part as [string, string?, Record<string, Compiled[]>?];
    if (!forms) return part;
    const translated = Object.entries(forms).map(([form, texts]) => [
      form,
      Array.isArray(texts) ? translate(texts) : texts,
    ]);
    return [name, format, Object.fromEntries(translated) as Record<string, Compiled[]>];
  });

/** Gives the browser catalogues of another language, in which every word has accents. */
const useAnotherLanguage = (context: BrowserContext) =>
  context.route(/\/assets\/(shell|auth|home|pages|rest)-/, async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    if (!code.includes('JSON.parse(`{')) {
      await route.fulfill({ response });
      return;
    }
    const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      messages: Record<string, Compiled[]>;
    };
    const translated = Object.entries(messages).map(([id, message]) => [id, translate(message)]);
    const body = `export const messages = ${JSON.stringify(Object.fromEntries(translated))}`;
    await route.fulfill({ response, body });
  });

const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
};

/** Another language shows the same failures as English, and more. */
const LANGUAGES = process.env.TEST_DEPTH === 'full' ? ['English', 'another language'] : ['another language'];

// Code that runs before its words are loaded shows ids in their place. Type check and build do not notice that.
for (const language of LANGUAGES) {
  test(`all words of ${language} are loaded before they are shown`, { tag: '@full' }, async ({ browser, baseURL }) => {
    const isEnglish = language === 'English';
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: '🏔' });
    await mara.call('POST', '/tasks', { projectId: id, title: '🪨', priority: 'LOW' });
    const visitor = await browser.newContext({ baseURL });
    const context = await browserOf(browser, baseURL ?? '', mara);
    const consoleErrors = [visitor, context].map(collectConsoleErrors);
    if (!isEnglish) await Promise.all([visitor, context].map(useAnotherLanguage));
    const heading = (page: Page) => page.getByRole('heading', { level: 1 });
    const door = await visitor.newPage();
    await open(door, '/login');
    await expect(heading(door)).toHaveText(isEnglish ? 'Sign in to Cairn' : 'Sígñ íñ tó Cairn');
    await open(door, '/register');
    await expect(heading(door)).toHaveText(isEnglish ? 'Create your account' : 'Créáté ýóúr áććóúñt');
    const page = await context.newPage();
    for (const path of ['/board', '/dashboard', '/tasks', '/calendar', '/settings', '/team', `/projects/${id}`]) {
      await open(page, path);
      await expect(heading(page)).toBeVisible();
      // Words that are in no catalogue stay plain English.
      const words =
        (await page.locator('main').innerText()).match(/\b(?:tasks?|projects?|boards?|due|cancel)\b/gi) ?? [];
      if (!isEnglish) expect(words, path).toEqual([]);
    }
    expect(consoleErrors.flat()).toEqual([]);
    await Promise.all([visitor.close(), context.close()]);
  });
}
