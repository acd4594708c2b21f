import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { type Download, expect, type Page, test } from '@playwright/test';
import { browserOf, newPerson } from './people.ts';

const ready = /^Ready: [\d.]+ kB, available until \w{3} \d+, \d{4}, \d+:\d\d [AP]M\.$/;

const row = (page: Page) => page.locator('#download');
const button = (page: Page) => row(page).getByRole('button', { name: 'Download' });

/** The names of the files in a zip that was saved. */
const namesIn = async (saved: Download): Promise<string[]> => {
  const zip = readFileSync(await saved.path());
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
  const entries = zip.toString('latin1').split('PK\u0001\u0002').slice(1);
  return entries.map((entry) => entry.slice(42, 42 + entry.charCodeAt(24)));
};

test(
  'an export is requested in the settings, is available after a reload and from the bell, and is saved as a file',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const person = await newPerson(baseURL ?? '', 'Mara');
    const project = await person.call<{ id: string }>('POST', '/projects', { name: 'Harbour' });
    await person.call('POST', '/tasks', { projectId: project.id, title: '=1+1', priority: 'LOW' });
    const context = await browserOf(browser, baseURL ?? '', person);
    const page = await context.newPage();

    await page.goto('/settings');
    await expect(row(page)).toContainText('as one archive');
    await button(page).click();
    await expect(row(page).getByText(ready)).toBeVisible();
    await expect(row(page).getByRole('status')).toHaveText('Your download is ready');
    const { violations } = await new AxeBuilder({ page }).include('#download').analyze();
    expect(violations).toEqual([]);

    await page.reload();
    await expect(row(page).getByText(ready)).toBeVisible();
    const saving = page.waitForEvent('download');
    await button(page).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toMatch(/^cairn-data-\d{4}-\d\d-\d\d\.zip$/);
    expect(await namesIn(saved)).toEqual(expect.arrayContaining(['account.json', 'tasks.csv']));

    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    const fetched = page.waitForEvent('download');
    await page.getByRole('link', { name: /Your download is ready/ }).click();
    expect(await namesIn(await fetched)).toEqual(expect.arrayContaining(['account.json', 'tasks.csv']));
    await expect(page).toHaveURL('/settings#download');
    await expect(button(page)).toBeFocused();

    // The file was fetched because of a press. A reload does not fetch it again, and after it has expired the row says
    // so.
    let files = 0;
    page.on('download', () => (files += 1));
    await page.reload();
    await expect(button(page)).toBeFocused();
    await page.route('**/api/auth/export/*/file', (route) =>
      route.fulfill({ status: 404, json: { message: 'Download not found', code: 'NOT_FOUND' } }),
    );
    await button(page).click();
    await expect(page.getByText('This download has expired. Request a new one.')).toBeVisible();
    expect(files).toBe(0);
    await context.close();
  },
);
