import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { browserOf, newPerson } from './people.ts';

/** A receiver that answers with a status and records the messages. */
async function startReceiver(): Promise<{
  url: string;
  bodies: string[];
  answer: (status: number) => void;
  server: Server;
}> {
  const bodies: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      bodies.push(Buffer.concat(parts).toString());
      response.writeHead(status).end(status === 200 ? 'thanks' : 'no');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, bodies, answer: (next) => (status = next), server };
}

test('a webhook is created, sends a change, and a failed message is sent again', async ({ browser, baseURL }) => {
  const receiver = await startReceiver();
  const person = await newPerson(baseURL ?? '', 'Mara');
  const { id: projectId } = await person.call<{ id: string }>('POST', '/projects', { name: 'Harbour' });
  const context = await browserOf(browser, baseURL ?? '', person);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  const look = async (name: string): Promise<void> => expect.soft(await findViolations(page), name).toEqual([]);
  await page.goto('/settings#webhooks');
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'New webhook' }).press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Bridge');
  await dialog.getByRole('textbox', { name: 'URL' }).fill('http://192.168.1.1/hook');
  await dialog.getByRole('combobox', { name: /Project/ }).click();
  await page.getByRole('option', { name: 'Harbour' }).click();
  await dialog.getByRole('radio', { name: 'Selected events' }).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText('Choose at least one event')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Tasks' }).check();
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await expect(dialog.getByText(/^This address is private/)).toBeVisible();
  await look('the form of a webhook, refused');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(receiver.url);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('heading', { name: 'Your webhook’s secret' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy secret' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem');
  await expect(row).toContainText(/Bridge\s*Active\s*Harbour/);
  await expect(page.getByRole('button', { name: 'New webhook' })).toBeFocused();

  await row.getByRole('button', { name: 'Actions for Bridge' }).click();
  await page.getByRole('menuitem', { name: 'Send test message' }).click();
  await expect(page.getByText('The test message was delivered')).toBeVisible();
  receiver.answer(500);
  await person.call('POST', '/tasks', { projectId, title: 'Choose the date', priority: 'LOW' });
  await expect.poll(() => receiver.bodies.length).toBeGreaterThan(1);
  await row.getByRole('button', { name: 'Deliveries' }).click();
  const first = dialog.getByRole('list', { name: 'Deliveries' }).getByRole('listitem').first();
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Refresh' }).click();
    await expect(first).toContainText('The receiver answered 500', { timeout: 1_000 });
  }).toPass();
  await first.getByText('Details').click();
  await expect(first).toContainText('Choose the date');
  await look('the deliveries');
  receiver.answer(200);
  await first.getByRole('button', { name: /^Send again:/ }).click();
  await expect(first.getByText('Delivered')).toBeVisible();
  await page.keyboard.press('Escape');

  await row.getByRole('button', { name: 'Actions for Bridge' }).click();
  await page.getByRole('menuitem', { name: 'Pause' }).click();
  await expect(row).toContainText('You paused it.');
  await row.getByRole('button', { name: 'Actions for Bridge' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No webhooks yet' })).toBeVisible();
  await context.close();
  receiver.server.close();
});
