import { expect, type Page, test } from '@playwright/test';
import { administrator } from './administrator.ts';
import { linkInMail } from './mail.ts';
import { browserOf, newBrowser, newPerson, PASSWORD } from './people.ts';

const accountRow = (page: Page, email: string) => page.getByRole('listitem').filter({ hasText: email });

/** Chooses an action in an account's menu by keyboard, and confirms it. */
async function act(page: Page, name: string, label: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: label }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: label }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('an administrator finds a person, suspends and reinstates them, and sees it in the audit log', async ({
  browser,
  baseURL,
}) => {
  const admin = await administrator(baseURL ?? '');
  const person = await newPerson(baseURL ?? '', 'Orla');
  const context = await browserOf(browser, baseURL ?? '', admin);
  const page = await context.newPage();
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Administration' }).click();
  await page.getByRole('searchbox', { name: 'Search by name, username or email' }).fill(person.email);
  await expect(page.getByRole('status').filter({ hasText: '1 account' })).toBeVisible();

  await page.getByRole('button', { name: `Actions for ${person.name}` }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  const dialog = page.getByRole('dialog', { name: `Suspend ${person.name}?` });
  await dialog.getByRole('textbox', { name: 'Current password' }).fill('Wrong1password');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await expect(accountRow(page, person.email).getByText('Suspended')).toBeVisible();
  await expect(person.call('GET', '/auth/me')).rejects.toThrow('401');

  await act(page, person.name, 'Reinstate');
  await expect(accountRow(page, person.email).getByText('Suspended')).toBeHidden();
  await page.getByRole('link', { name: person.name }).click();
  const log = page.getByRole('list', { name: 'Audit log' });
  await expect(log.getByRole('listitem').first()).toContainText('Account reinstated');
  await expect(log.getByRole('listitem').nth(1)).toContainText(`Account suspended`);
  await expect(log.getByRole('listitem').nth(1)).toContainText(`by ${admin.name}`);
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'Account suspended' }).click();
  await expect(log.getByRole('listitem')).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe('audit-log.csv');
  await context.close();
});

test(
  'an invitation by an administrator creates an account, and no one else has links to the pages',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const admin = await administrator(baseURL ?? '');
    const context = await browserOf(browser, baseURL ?? '', admin);
    const page = await context.newPage();
    await page.goto('/admin');
    await page.getByRole('button', { name: 'Invite' }).click();
    const email = `guest-${crypto.randomUUID().slice(0, 8)}@yard.example`;
    await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible();
    await context.close();

    let link: string | null = null;
    await expect.poll(() => (link = linkInMail(process.env.E2E_DATA_DIR ?? '', email, '/register'))).not.toBeNull();
    const guests = await newBrowser(browser, { baseURL });
    const guest = await guests.newPage();
    await guest.goto(link ?? '');
    await expect(guest.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
    await guest.getByRole('textbox', { name: 'First name' }).fill('Gus');
    await guest.getByRole('textbox', { name: 'Last name' }).fill('Sol');
    await guest.getByRole('textbox', { name: 'Username' }).fill(email.slice(0, 14));
    await guest.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await guest.getByRole('textbox', { name: 'Confirm password' }).fill(PASSWORD);
    await guest.getByRole('button', { name: 'Create account' }).click();
    await expect(guest).toHaveURL('/dashboard');
    await guest.getByRole('button', { name: 'Account menu' }).click();
    await expect(guest.getByRole('menuitem', { name: 'Settings' })).toBeVisible();
    await expect(guest.getByRole('menuitem', { name: 'Administration' })).toHaveCount(0);
    await guest.goto('/admin');
    await expect(guest.getByRole('heading', { name: 'Only for administrators' })).toBeVisible();
    await guests.close();
  },
);
