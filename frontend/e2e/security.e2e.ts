import { readFileSync } from 'node:fs';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { linkInMail } from './mail.ts';
import { browserOf, newBrowser, newPerson, openLive, PASSWORD, signIn, signOut } from './people.ts';
import { totpCode, enableTwoFactor, wrongCode } from './twoFactor.ts';

const dataDir = process.env.E2E_DATA_DIR ?? '';
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** A browser in which no one has signed in. */
const visitor = async (browser: Browser, options: BrowserContextOptions): Promise<Page> => {
  const context = await newBrowser(browser, options);
  contexts.push(context);
  return context.newPage();
};

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code', exact: true });
const submit = (page: Page) => page.getByRole('button', { name: 'Sign in' });

test('two-factor is turned on, and then a phone signs in with a code and opens the requested page', async ({
  browser,
  baseURL,
}) => {
  const person = await newPerson(baseURL ?? '', 'Mara');
  const page = await visitor(browser, { baseURL, ...PHONE });
  const look = async (name: string): Promise<void> => expect.soft(await findViolations(page), name).toEqual([]);
  await signIn(page, person.email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Enable' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('Wrong123');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await look('the password, refused');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const picture = dialog.getByRole('img', { name: 'QR code for the authenticator app' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await codeField(page).fill(wrongCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('This code is not valid.')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await look('what the app scans, and a code that is refused');
  await codeField(page).fill(totpCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();

  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveText('Save the codes first. You won’t see them again.');
  await look('the recovery codes');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save as a file' }).click();
  const file = readFileSync(await (await saving).path(), 'utf8');
  for (const code of await codes.allTextContents()) expect(file).toContain(code);
  expect(file).toContain(person.email);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('10 codes left')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Disable' })).toBeVisible();

  await signOut(page);
  await page.goto('/tasks?q=freight');
  await expect(page).toHaveURL('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email);
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await submit(page).click();
  await expect(codeField(page)).toBeFocused();
  await expect(codeField(page)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(codeField(page)).toHaveAttribute('inputmode', 'numeric');
  await codeField(page).fill(wrongCode(secret));
  await submit(page).click();
  await expect(page.getByText('This code is not valid.')).toBeVisible();
  await expect(codeField(page)).toBeFocused();
  await look('the second step, refused');
  // A phone drops the page while its owner looks at the authenticator app.
  await page.reload();
  await codeField(page).fill(totpCode(secret, 1));
  await submit(page).click();
  await expect(page).toHaveURL('/tasks?q=freight');
  await expect(page.getByText('Welcome back!')).toBeVisible();
});

test('a recovery code signs in, new ones are made, and two-factor is turned off', async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Wen');
  const { recoveryCodes } = await enableTwoFactor(person);
  const page = await visitor(browser, { baseURL });
  await signIn(page, person.email, PASSWORD);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  const field = page.getByRole('textbox', { name: 'Recovery code' });
  await expect(field).toBeFocused();
  await field.fill(recoveryCodes[0]?.toUpperCase() ?? '');
  await submit(page).click();
  await expect(page).toHaveURL('/dashboard');

  await page.goto('/settings');
  await expect(page.getByText('9 codes left')).toBeVisible();
  await page.getByRole('button', { name: 'New codes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await codeField(page).fill(recoveryCodes[0] ?? '');
  await dialog.getByRole('button', { name: 'Generate new codes' }).click();
  await expect(dialog.getByText('This code is not valid. Each code works once.')).toBeVisible();
  await codeField(page).fill(recoveryCodes[1] ?? '');
  await dialog.getByRole('button', { name: 'Generate new codes' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const renewed = await codes.allTextContents();
  expect(renewed).not.toContain(recoveryCodes[2]);
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(page.getByText('10 codes left')).toBeVisible();

  await page.getByRole('button', { name: 'Disable' }).click();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await codeField(page).fill(renewed[0] ?? '');
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor sign-in is off')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Enable' })).toBeVisible();
  await expect(page.getByText('codes left')).toBeHidden();
  await signOut(page);
  await signIn(page, person.email, PASSWORD);
  await expect(page).toHaveURL('/settings');
});

test('an expired sign-in starts over, with the email kept', async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Ines');
  const { secret, recoveryCodes } = await enableTwoFactor(person);
  const page = await visitor(browser, { baseURL });
  await signIn(page, person.email, PASSWORD);
  await expect(codeField(page)).toBeVisible();
  // A password change ends the sign-ins that wait for their code.
  const change = { currentPassword: PASSWORD, newPassword: 'Another123', code: recoveryCodes[0] };
  await person.call('PUT', '/auth/change-password', change);
  await codeField(page).fill(totpCode(secret, 1));
  await submit(page).click();
  await expect(page.getByText('This sign-in has taken too long. Please start again.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(person.email);
  await expect(page.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused();
  await expect(page).toHaveURL('/login');
});

test('a session that is ended elsewhere opens the login page', { tag: '@full' }, async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Mara');
  const here = await browserOf(browser, baseURL ?? '', person);
  contexts.push(here);
  const page = await openLive(here, '/settings');
  await page.getByRole('button', { name: 'Manage' }).click();
  const list = page.getByRole('list', { name: 'Active sessions' });
  await expect(list.getByRole('listitem')).toHaveCount(1);

  const elsewhere = await visitor(browser, { baseURL });
  await signIn(elsewhere, person.email, PASSWORD);
  await expect(elsewhere).toHaveURL('/dashboard');
  await elsewhere.waitForLoadState('networkidle');
  // It comes by itself.
  const other = list.getByRole('listitem').filter({ hasNotText: 'This device' });
  await expect(other).toContainText('Chrome on Linux');
  await expect(list.getByRole('listitem').first()).toContainText('This device');
  await other.getByRole('button', { name: 'Sign out Chrome on Linux' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await expect(elsewhere).toHaveURL('/login');
  await expect(list.getByRole('listitem')).toHaveCount(1);
  // The button that had the focus is gone: it goes on at the list.
  await expect(page.locator(':focus').getByRole('list', { name: 'Active sessions' })).toBeVisible();

  await signIn(elsewhere, person.email, PASSWORD);
  await expect(elsewhere).toHaveURL('/dashboard');
  await elsewhere.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Sign out all others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
  await expect(page.getByText('Signed out all other sessions')).toBeVisible();
  await expect(elsewhere).toHaveURL('/login');
  await expect(page).toHaveURL('/settings');
});

test('a changed email is reverted by the link in the mail', async ({ browser, baseURL }) => {
  const person = await newPerson(baseURL ?? '', 'Wen');
  await person.call('PUT', '/auth/profile', { email: `taken-${person.email}`, currentPassword: PASSWORD });
  const linkTo = async (path: string): Promise<string> => {
    let link: string | null = null;
    await expect.poll(() => (link = linkInMail(dataDir, person.email, path))).not.toBeNull();
    return link ?? '';
  };
  const page = await visitor(browser, { baseURL, ...PHONE });
  const link = await linkTo('/revert-email');
  await page.goto(link);
  await expect(page.getByText('signs out all devices')).toBeVisible();
  // To open it does nothing yet.
  await person.call('GET', '/auth/me');
  await page.getByRole('button', { name: 'Restore email' }).click();
  await expect(page.getByRole('status')).toContainText('Your email address was restored');
  await expect(page.getByText('Open the link in that email')).toBeVisible();
  await expect(person.call('GET', '/auth/me')).rejects.toThrow('401');

  await page.goto(await linkTo('/reset-password'));
  await page.getByRole('textbox', { name: 'New password' }).fill('Another123');
  await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another123');
  await page.getByRole('button', { name: 'Reset password' }).click();
  await expect(page).toHaveURL('/login');
  await signIn(page, person.email, 'Another123');
  await expect(page).toHaveURL('/dashboard');

  // It works once.
  await page.goto(link);
  await page.getByRole('button', { name: 'Restore email' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is no longer valid.');
});

test(
  'where two-factor is on, a new password and a new email ask for a code',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const person = await newPerson(baseURL ?? '', 'Mara');
    const { secret, recoveryCodes } = await enableTwoFactor(person);
    const context = await browserOf(browser, baseURL ?? '', person);
    contexts.push(context);
    const page = await openLive(context, '/settings');
    const password = page.getByRole('textbox', { name: 'Current password' });
    await password.fill(PASSWORD);
    await page.getByRole('textbox', { name: 'New password' }).fill('Another123');
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another123');
    const change = page.getByRole('button', { name: 'Change Password' });
    await change.click();
    await expect(page.getByText('Code is required')).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    await codeField(page).fill(wrongCode(secret));
    await change.click();
    await expect(page.getByText('This code is not valid.')).toBeVisible();
    // Each code of the app works once, and one was used to turn two-factor on.
    await codeField(page).fill(totpCode(secret, 1));
    await change.click();
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    await expect(codeField(page)).toHaveValue('');

    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(codeField(page)).toBeHidden();
    const email = `mara-${Date.now()}@moved.example`;
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await password.fill('Another123');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await expect(page.getByText('Code is required')).toBeVisible();
    await codeField(page).fill(recoveryCodes[0] ?? '');
    await save.click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
  },
);
