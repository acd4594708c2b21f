import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { linkInMail } from './mail.ts';
import { browserOf, newBrowser, newPerson, PASSWORD, signIn, signOut } from './people.ts';

const dataDir = process.env.E2E_DATA_DIR ?? '';

/** An account has one email address for the whole run. */
const emailOf = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Account menu' }).click();
  const email = await page.getByText('@example.com').textContent();
  await page.keyboard.press('Escape');
  return email ?? '';
};

test.describe('an account', () => {
  const contexts: BrowserContext[] = [];
  test.afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
  });

  /** A new person with a browser in which they are signed in. */
  const someone = async (browser: Parameters<typeof browserOf>[0], baseURL: string | undefined) => {
    const person = await newPerson(baseURL ?? '', 'Mara');
    const context = await browserOf(browser, baseURL ?? '', person);
    contexts.push(context);
    return { person, context, page: await context.newPage() };
  };
  const visitor = async (browser: Parameters<typeof browserOf>[0], baseURL: string | undefined): Promise<Page> => {
    const context = await newBrowser(browser, { baseURL });
    contexts.push(context);
    return context.newPage();
  };

  test('changes its profile', async ({ browser, baseURL }) => {
    const other = await newPerson(baseURL ?? '', 'Wen');
    const { user } = await other.call<{ user: { username: string } }>('GET', '/auth/me');
    const { page } = await someone(browser, baseURL);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(page.getByRole('heading', { name: 'Mara Stone' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const save = page.getByRole('button', { name: 'Save Changes' });
    await expect(save).toBeDisabled();
    await page.getByRole('textbox', { name: 'Last Name' }).fill('Okafor');
    await page.getByRole('textbox', { name: 'Username' }).fill(user.username.toUpperCase());
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Last Name' })).toHaveValue('Okafor');
    await save.click();
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
    const username = `mara-${Date.now()}`;
    await page.getByRole('textbox', { name: 'Username' }).fill(username);
    await save.click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Mara Okafor' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Mara Okafor' })).toBeVisible();
    await expect(page.getByText(`@${username}`)).toBeVisible();
    await page.getByRole('link', { name: 'Your tasks and activity' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mara Okafor' })).toBeVisible();
    await expect(page).toHaveURL(/\/team\//);
    await page.goBack();
    await page.getByRole('link', { name: 'Password and security' }).click();
    await expect(page.getByRole('heading', { name: 'Security' })).toBeInViewport();
  });

  test('changes its email with the password', async ({ browser, baseURL }) => {
    const { page } = await someone(browser, baseURL);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const password = page.getByRole('textbox', { name: 'Current password' });
    await expect(password).toBeHidden();
    const email = `mara-${Date.now()}@moved.example`;
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Current password is required')).toBeVisible();
    await expect(password).toBeFocused();
    await password.fill(PASSWORD);
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
  });

  test('changes its password, which ends the other sign-ins', { tag: '@full' }, async ({ browser, baseURL }) => {
    const { page } = await someone(browser, baseURL);
    await page.goto('/settings');
    const email = await emailOf(page);
    const elsewhere = await visitor(browser, baseURL);
    await signIn(elsewhere, email, PASSWORD);
    await expect(elsewhere).toHaveURL('/dashboard');

    await page.getByRole('textbox', { name: 'Current password' }).fill('Wrong123');
    await page.getByRole('textbox', { name: 'New password' }).fill('Another123');
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another123');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Current password is incorrect')).toBeVisible();
    await page.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(page.getByText('Password changed successfully')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'New password' })).toHaveValue('');
    await expect(elsewhere).toHaveURL('/login');

    await signIn(elsewhere, email, PASSWORD);
    await expect(elsewhere.getByRole('alert')).toBeVisible();
    await signIn(elsewhere, email, 'Another123');
    await expect(elsewhere).toHaveURL('/dashboard');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
  });

  test('keeps its theme for every browser, and its preferences', { tag: '@full' }, async ({ browser, baseURL }) => {
    const { page } = await someone(browser, baseURL);
    await page.goto('/settings');
    const email = await emailOf(page);
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-theme', 'light');
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(html).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Account menu' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
    await page.keyboard.press('Escape');

    await page.getByRole('switch', { name: 'Project updates' }).click();
    await expect(page.getByText('Notification preferences updated')).toBeVisible();
    await page.getByRole('switch', { name: 'Weekly digest' }).click();
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('option', { name: 'Europe/Berlin' }).click();
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveText('Europe/Berlin');
    await page.waitForLoadState('networkidle');

    const elsewhere = await visitor(browser, baseURL);
    await signIn(elsewhere, email, PASSWORD);
    await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark');
    await elsewhere.goto('/settings');
    await expect(elsewhere.getByRole('radio', { name: 'Dark' })).toBeChecked();
    await expect(elsewhere.getByRole('switch', { name: 'Project updates' })).toBeChecked();
    await expect(elsewhere.getByRole('switch', { name: 'Weekly digest' })).not.toBeChecked();
    await expect(elsewhere.getByRole('switch', { name: 'Email notifications' })).toBeChecked();
    await expect(elsewhere.getByRole('combobox', { name: 'Time zone' })).toHaveText('Europe/Berlin');

    await elsewhere.getByRole('button', { name: 'Account menu' }).click();
    await elsewhere.getByRole('menuitemradio', { name: 'System' }).click();
    await expect(elsewhere.getByRole('radio', { name: 'System' })).toBeChecked();
    await elsewhere.waitForLoadState('networkidle');
    await signOut(elsewhere);
    await signIn(elsewhere, email, PASSWORD);
    await expect(elsewhere).not.toHaveURL('/login');
    await elsewhere.goto('/settings');
    await expect(elsewhere.getByRole('radio', { name: 'System' })).toBeChecked();
  });

  test('gets the time zone of its first browser', { tag: '@full' }, async ({ browser, baseURL }) => {
    const person = await newPerson(baseURL ?? '', 'Mara');
    const context = await browserOf(browser, baseURL ?? '', person, { timezoneId: 'Asia/Tokyo' });
    contexts.push(context);
    const page = await context.newPage();
    await page.goto('/settings');
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveText('Asia/Tokyo');
    await page.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('option', { name: 'UTC', exact: true }).click();
    await expect(page.getByText('Notification preferences updated')).toBeVisible();
    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveText('UTC');
  });

  test('resets a forgotten password by mail', async ({ browser, baseURL }) => {
    const { page: inside } = await someone(browser, baseURL);
    await inside.goto('/dashboard');
    const email = await emailOf(inside);
    const page = await visitor(browser, baseURL);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
    // The URL changes before the page does, and the sign-in page has an email field, too.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();

    const ask = async (address: string): Promise<string> => {
      await page.getByRole('textbox', { name: 'Email' }).fill(address);
      await page.getByRole('button', { name: 'Send reset link' }).click();
      return (await page.getByRole('main').getByRole('status').textContent()) ?? '';
    };
    const unknown = await ask('nobody@example.com');
    await page.getByRole('button', { name: 'Use a different email' }).click();
    expect(await ask(email)).toBe(unknown);

    let link: string | null = null;
    await expect.poll(() => (link = linkInMail(dataDir, email, '/reset-password'))).not.toBeNull();
    await page.goto(link ?? '');
    await page.getByRole('textbox', { name: 'New password' }).fill('Another123');
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another123');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText('Your password has been reset. Please sign in.')).toBeVisible();
    await expect(inside).toHaveURL('/login');

    // It works once.
    await page.goto(link ?? '');
    await page.getByRole('textbox', { name: 'New password' }).fill('Another456');
    await page.getByRole('textbox', { name: 'Confirm password' }).fill('Another456');
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page.getByRole('alert')).toContainText('This link is no longer valid.');
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/forgot-password');

    await signIn(page, email, 'Another123');
    await expect(page).toHaveURL('/dashboard');
  });
});
