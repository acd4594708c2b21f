import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { startProvider, type TestProvider } from '../../backend/test/support/oidcProvider.ts';
import { newBrowser, newPerson, PASSWORD, signIn } from './people.ts';
import { freePort, type OwnServer, startServer } from './server.ts';

let dataDir: string;
let url: string;
let provider: TestProvider;
let server: OwnServer;

test.beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-oidc-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  provider = await startProvider({ appUrl: url });
  server = await startServer(port, dataDir, { env: provider.env });
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

const addSubject = (subject: string, claims: object = {}): void => {
  provider.people.set(subject, {
    email: `${subject}@example.com`,
    email_verified: true,
    name: `${subject} Sol`,
    preferred_username: subject,
    ...claims,
  });
};

const openBrowser = async (browser: Browser): Promise<BrowserContext> => {
  const context = await newBrowser(browser, { baseURL: url });
  return context;
};

/** Signs out at the provider, which asks no one who signed in there within the last minute. */
const signOutAtProvider = (context: BrowserContext): Promise<void> => context.clearCookies({ name: /^_session/ });

/** Presses something that opens a window of the provider, and signs in there. */
async function signInInWindow(page: Page, press: () => Promise<void>, subject: string): Promise<void> {
  const opening = page.waitForEvent('popup');
  await press();
  const popup = await opening;
  await popup.getByRole('button', { name: subject }).click();
}

test('a person signs up and in at the provider, confirms with it, and cannot remove the last sign-in method', async ({
  browser,
}) => {
  addSubject('ines');
  const context = await openBrowser(browser);
  const page = await context.newPage();
  await page.goto('/tasks');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Continue with Harbor ID' }).click();
  await page.getByRole('button', { name: 'ines' }).click();
  // where they wanted to be
  await expect(page).toHaveURL('/tasks');

  await page.goto('/settings');
  const linked = page.getByRole('list', { name: 'Linked accounts' });
  await expect(linked.getByText('ines@example.com')).toBeVisible();
  await page.getByRole('button', { name: 'Unlink Harbor ID' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unlink' }).click();
  await expect(page.getByText('This is your only way to sign in. Set a password first.').first()).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Enable' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Current password' })).toBeHidden();
  const confirm = dialog.getByRole('button', { name: 'Confirm with Harbor ID' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Confirm with Harbor ID first.')).toBeVisible();
  await signOutAtProvider(context);
  await signInInWindow(page, () => confirm.click(), 'ines');
  await expect(dialog.getByText('Confirmed with Harbor ID')).toBeVisible();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  await context.close();
});

test(
  'someone with a password links an account, and an answer from elsewhere opens nothing',
  { tag: '@full' },
  async ({ browser }) => {
    addSubject('mara', { email_verified: false });
    const person = await newPerson(url, 'Mara');
    const context = await openBrowser(browser);
    const page = await context.newPage();
    await signIn(page, person.email, PASSWORD);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Link Harbor ID' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await signInInWindow(page, () => dialog.getByRole('button', { name: 'Continue' }).click(), 'mara');
    await expect(page.getByRole('list', { name: 'Linked accounts' }).getByText('mara@example.com')).toBeVisible();
    await context.close();

    const stranger = await (await openBrowser(browser)).newPage();
    await stranger.goto(`/oidc?state=${'x'.repeat(43)}&code=stolen`);
    await expect(stranger.getByText('This sign-in has ended, or began in another tab.')).toBeVisible();
    await stranger.goto('/login');
    await stranger.getByRole('button', { name: 'Continue with Harbor ID' }).click();
    await stranger.getByRole('button', { name: 'mara' }).click();
    await expect(stranger).toHaveURL('/dashboard');
    await stranger.context().close();
  },
);
