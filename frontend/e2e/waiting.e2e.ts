import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test';
import { browserOf, newPerson, openLive, type Person, signIn, signOut } from './people.ts';
import { PASSWORD } from './people.ts';
import { startServer } from './server.ts';

interface Task {
  id: string;
  title: string;
  status: string;
  priority: string;
  rank: string;
}

const pill = (page: Page, words: string | RegExp = /changes? waits?|not taken/): Locator =>
  page.getByRole('button', { name: words });
const panel = (page: Page): Locator => page.getByRole('dialog', { name: /./ }).first();
const title = (page: Page): Locator => page.getByRole('dialog').getByRole('textbox', { name: 'Title' });

/** Queries are answered, writes are not: a server that only reads, as far as the browser knows. */
const withoutWrites = (context: BrowserContext) =>
  context.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes('"query":"mutation') ? route.abort() : route.fallback(),
  );

test('thin', async ({ browser, baseURL }) => {
  const url = baseURL ?? '';
  const mara = await newPerson(url, 'Mara');
  const { id: projectId } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  const { id } = await mara.call<Task>('POST', '/tasks', { projectId, title: 'Book freight', priority: 'LOW' });
  const context = await browserOf(browser, url, mara);
  const page = await openLive(context, `/tasks?task=${id}`);
  await expect(title(page)).toHaveValue('Book freight');
  await context.setOffline(true);
  await title(page).fill('Book freight by rail');
  await title(page).press('Enter');
  await expect(pill(page, '1 change waits')).toBeVisible();
  await title(page).fill('Book freight by ship');
  await title(page).press('Enter');
  await expect(pill(page, '2 changes wait')).toBeVisible();
  await expect(title(page)).toHaveValue('Book freight by ship');
  await page.screenshot({ path: '/tmp/queue/a.png' });
  await pill(page).click();
  await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
  await page.screenshot({ path: '/tmp/queue/b.png' });
  await page.keyboard.press('Escape');
  await withoutWrites(context);
  await context.setOffline(false);
  await page.close();
  const again = await openLive(context, `/tasks?task=${id}`);
  await expect(pill(again, '2 changes wait')).toBeVisible();
  await expect(title(again)).toHaveValue('Book freight by ship');
  await again.screenshot({ path: '/tmp/queue/c.png' });
  await context.unrouteAll();
  await expect(pill(again)).toHaveCount(0, { timeout: 20_000 });
  expect((await mara.call<Task>('GET', `/tasks/${id}`)).title).toBe('Book freight by ship');
  await context.close();
});
