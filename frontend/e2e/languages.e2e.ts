import { expect, test, type Page } from '@playwright/test';
import { complaintsOf } from './complaints.ts';
import { browserOf, newPerson } from './people.ts';

/** The texts on a page, without what people have written themselves. */
const texts = (page: Page) => page.locator('body').innerText();

// Code that runs before its words are loaded shows ids in their place. Type check and build do not notice that.
for (const language of ['en', 'pseudo']) {
  test(`all words of ${language} are loaded before they are shown`, async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: '🏔' });
    await mara.call('POST', '/tasks', { projectId: id, title: '🪨', priority: 'LOW' });
    const visitor = await browser.newContext({ baseURL });
    const context = await browserOf(browser, baseURL ?? '', mara);
    const complaints = [visitor, context].map(complaintsOf);
    const open = async (where: typeof context, path: string): Promise<Page> => {
      const page = await where.newPage();
      await page.addInitScript((value) => localStorage.setItem('language', value), language);
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      return page;
    };
    const login = await open(visitor, '/login');
    await expect(login.getByRole('heading', { level: 1 })).toHaveText(
      language === 'en' ? 'Sign in to Cairn' : /^[^a-z]*Cairn$/,
    );
    const register = await open(visitor, '/register');
    await expect(register.getByRole('heading', { level: 1 })).toHaveText(
      language === 'en' ? 'Create your account' : /^[^a-z]+$/,
    );
    for (const path of ['/board', '/dashboard', '/tasks', '/calendar', '/settings', `/projects/${id}`]) {
      const page = await open(context, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      // Words that are in no catalogue stay plain English.
      if (language === 'pseudo') expect((await texts(page)).match(/\b(?:task|project|board)s?\b/gi) ?? []).toEqual([]);
      await page.close();
    }
    expect(complaints.flat()).toEqual([]);
    await Promise.all([visitor.close(), context.close()]);
  });
}
