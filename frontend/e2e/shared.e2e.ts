import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { collectConsoleErrors } from './consoleErrors.ts';
import { addTasks, browserOf, newBrowser, newPerson, openLive, type Person } from './people.ts';

interface Made {
  id: string;
}

/** Screenshots are stored in this folder, if it is set. */
const PICTURES = process.env.E2E_PICTURES;

const DEEP = process.env.TEST_DEPTH === 'full';

/** `npm test` checks the width of each screen in two forms, TEST_DEPTH=full in all forms. */
const FORMS = [
  { width: 1400, theme: 'light', deep: false },
  { width: 360, theme: 'dark', deep: false },
  { width: 1400, theme: 'dark', deep: true },
  { width: 360, theme: 'light', deep: true },
].filter(({ deep }) => !deep || PICTURES !== undefined || DEEP);

/**
 * Checks a screen in light and dark, and in two widths. Its accessibility takes longest: `npm test` checks it in the
 * narrow form alone, and in both for the board of visitors, which is no page of the app.
 */
async function expectGood(page: Page, name: string): Promise<void> {
  const before = page.viewportSize();
  for (const { width, theme } of FORMS) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((next) => (document.documentElement.dataset.theme = next), theme);
    if (DEEP || width === 360 || name === 'visitor-board') {
      expect(await findViolations(page), `${name}, ${theme}, ${width}`).toEqual([]);
    }
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, `${name} is wider than ${width}`).toBeLessThanOrEqual(0);
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${width}-${theme}.png`) });
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
  if (before) await page.setViewportSize(before);
}

const LONG = 'A very long title that tells all there is to know about the hull, the keel and the wind '
  .repeat(2)
  .trim();

async function fill(mara: Person, projectId: string): Promise<void> {
  await addTasks(mara, projectId, [
    {
      title: 'Paint the hull',
      description: 'Two coats of **grey**, and one of red below the water line.',
      priority: 'URGENT',
      dueDay: '2020-01-02',
      tags: ['paint', 'hull'],
      assigneeId: mara.id,
    },
    { title: LONG, priority: 'HIGH', dueDay: '2031-05-06', tags: ['a tag with a rather long name', 'b', 'c', 'd'] },
    { title: 'Order sails', status: 'IN_PROGRESS', priority: 'MEDIUM' },
    { title: 'Keel', status: 'DONE' },
  ]);
  await mara.call('PUT', `/projects/${projectId}/tags/paint`, { color: '#2f8068' });
}

test('an owner shares a project with a password, visitors see it live, and lose it when it is revoked', async ({
  browser,
  baseURL,
}) => {
  const mara = await newPerson(baseURL ?? '', 'Mara');
  const { id } = await mara.call<Made>('POST', '/projects', { name: 'Boatyard' });
  await fill(mara, id);
  await mara.call('POST', '/views', { name: 'For the client', projectId: id, filter: { statuses: ['TODO', 'DONE'] } });
  const context = await browserOf(browser, baseURL ?? '', mara);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const errors = collectConsoleErrors(context);
  const page = await openLive(context, `/projects/${id}`);

  await page.getByRole('button', { name: 'Project actions' }).click();
  await page.getByRole('menuitem', { name: 'Share by link' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await expectGood(page, 'share-empty');
  await dialog.getByRole('button', { name: 'New link' }).press('Enter');
  await dialog.getByRole('combobox', { name: /^Tasks/ }).click();
  await page.getByRole('option', { name: 'For the client' }).click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill('short');
  await dialog.getByRole('checkbox', { name: 'Show the initials of assignees' }).check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expect(dialog.getByText('Password must be at least 8 characters')).toBeVisible();
  await expectGood(page, 'share-form');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('Granite8stones');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const address = dialog.getByLabel('Address');
  await expect(address).toHaveText(/\/s\/[\w-]{43}$/);
  await expectGood(page, 'share-made');
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const url = await page.evaluate(() => navigator.clipboard.readText());
  expect(url).toBe(await address.textContent());
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(
    new RegExp(`^For the client…${url.slice(-4)}PasswordInitialsExpires .*Created by Mara Stone on `),
  );
  await expectGood(page, 'share-list');

  // a visitor, whose browser knows nothing of the app
  const visiting = await newBrowser(browser, { baseURL: baseURL ?? '', viewport: { width: 1400, height: 900 } });
  const visitorErrors = collectConsoleErrors(visiting);
  const asked: string[] = [];
  const visitor = await visiting.newPage();
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await visitor.goto(url);
  const password = visitor.getByRole('textbox', { name: 'Password' });
  await expect(password).toBeVisible();
  await visitor.getByRole('button', { name: 'Open the board' }).click();
  await expect(visitor.getByText('Password is required')).toBeVisible();
  await password.fill('Wrong8stones');
  await password.press('Enter');
  await expect(visitor.getByText('This password is not correct')).toBeVisible();
  await expectGood(visitor, 'visitor-password');
  await password.fill('Granite8stones');
  await password.press('Enter');

  await expect(visitor.getByRole('heading', { name: 'Boatyard', level: 1 })).toBeVisible();
  await expect(visitor).toHaveTitle(/^Boatyard · /);
  await expect(visitor.getByRole('region')).toHaveCount(2);
  const card = visitor.locator('article', { hasText: 'Paint the hull' });
  await expect(card).toContainText('Two coats of grey, and one of red');
  await expect(card).toContainText('Urgent');
  await expect(card).toContainText('Overdue by');
  await expect(card.getByRole('img', { name: 'Assigned to MS' })).toBeVisible();
  await expect(visitor.getByText('Order sails')).toBeHidden();
  await expectGood(visitor, 'visitor-board');
  // its own scripts, and nothing of the app's data
  expect(asked.filter((path) => path.endsWith('.js')).every((path) => /^\/early\.js$|\/visitors-/.test(path))).toBe(
    true,
  );
  expect(asked).not.toContain('/graphql');

  // live, and after a reload without the password
  await addTasks(mara, id, [{ title: 'Sand the deck' }]);
  await expect(visitor.getByText('Sand the deck')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Sand the deck')).toBeVisible();

  await dialog.getByRole('button', { name: /^Revoke the link For the client/ }).press('Enter');
  const confirm = page.getByRole('alertdialog', { name: 'Revoke this link?' });
  await expectGood(page, 'share-revoke');
  await confirm.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('Link revoked')).toBeVisible();
  await expect(dialog.getByText('No links yet')).toBeVisible();
  await expect(visitor.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expectGood(visitor, 'visitor-ended');
  expect([...errors, ...visitorErrors.filter((text) => !/\b(401|404|422)\b/.test(text))]).toEqual([]);
  await context.close();
  await visiting.close();
});

test(
  'a visitor can load more of a long column, sees an empty project, and keeps the data without a connection',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    const { id } = await mara.call<Made>('POST', '/projects', { name: 'Boatyard' });
    const { url } = await mara.call<{ url: string }>('POST', `/projects/${id}/share-links`, {});
    const visiting = await newBrowser(browser, { baseURL: baseURL ?? '', colorScheme: 'dark' });
    const page = await visiting.newPage();
    await page.goto(url);
    await expect(page.getByText('No tasks yet')).toBeVisible();
    // the theme of the device
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toContain('noindex');
    await expectGood(page, 'visitor-empty');
    await addTasks(
      mara,
      id,
      Array.from({ length: 70 }, (_, at) => ({ title: `Task ${at + 1}` })),
    );
    const toDo = page.getByRole('region', { name: 'To Do' });
    await expect(toDo.getByRole('article')).toHaveCount(50, { timeout: 10_000 });
    await toDo.getByRole('button', { name: 'Show more of To Do, 20 left' }).press('Enter');
    await expect(toDo.getByRole('article')).toHaveCount(70);
    // shown tasks stay shown after a change
    await addTasks(mara, id, [{ title: 'The last one' }]);
    await expect(page.getByText('The last one')).toBeVisible({ timeout: 10_000 });
    await expect(toDo.getByRole('article')).toHaveCount(71);

    await visiting.setOffline(true);
    await page.reload().catch(() => undefined);
    await visiting.setOffline(false);
    await page.goto(url);
    await expect(toDo.getByRole('article')).toHaveCount(50);
    await page.route('**/api/shared/**', (route) => route.abort());
    await addTasks(mara, id, [{ title: 'Not seen yet' }]);
    await expect(page.getByText('Can’t reach the server. You see the last loaded version.')).toBeVisible({
      timeout: 10_000,
    });
    await expectGood(page, 'visitor-offline');
    await page.unroute('**/api/shared/**');
    await expect(page.getByText('Can’t reach the server.')).toBeHidden({ timeout: 20_000 });
    await page.goto('/s/absent');
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await visiting.close();
  },
);
