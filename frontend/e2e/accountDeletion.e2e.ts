import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { browserOf, newBrowser, newPerson, openLive, PASSWORD, signIn } from './people.ts';

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

/** Checks that axe finds nothing and that the page does not scroll sideways. */
async function isSound(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(width).toBeLessThanOrEqual(0);
}

test('an account is deleted on a phone after a choice for each of its projects', async ({ browser, baseURL }) => {
  const [mara, jon] = [await newPerson(baseURL ?? '', 'Mara'), await newPerson(baseURL ?? '', 'Jon')];
  const ids: Record<string, string> = {};
  for (const name of ['Harbour lights', 'Paper route', 'Only mine', 'Ours']) {
    const { id } = await mara.call<{ id: string }>('POST', '/projects', { name });
    ids[name] = id;
    const role = name === 'Ours' ? 'OWNER' : 'MEMBER';
    if (name !== 'Only mine') await mara.call('POST', `/projects/${id}/members`, { userId: jon.id, role });
  }
  const context = await browserOf(browser, baseURL ?? '', mara);
  contexts.push(context);
  const page = await openLive(context, '/settings');
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account' });
  const fate = (name: string) => dialog.getByRole('combobox', { name });
  await expect(fate('Ours')).toContainText('Stays with its other owners');
  await expect(dialog.getByText('Only you are in it: deleted with your account')).toBeVisible();
  const submit = dialog.getByRole('button', { name: 'Delete my account' });
  const password = dialog.getByRole('textbox', { name: 'Current password' });

  // A missing decision is reported at its project, and typed text stays.
  await password.fill('Wrong123');
  await submit.click();
  await expect(dialog.getByText('transfer or delete it')).toHaveCount(2);
  await expect(dialog.locator('[aria-invalid=true]').first()).toBeFocused();
  await expect(password).toHaveValue('Wrong123');
  const choose = async (name: string, what: string): Promise<void> => {
    await fate(name).click();
    await page.getByRole('option', { name: what }).click();
    await expect(fate(name)).toContainText(what);
    await expect(page.getByRole('listbox')).toHaveCount(0);
  };
  await choose('Harbour lights', 'Transfer to Jon Stone');
  await choose('Paper route', 'Delete for everyone');
  await submit.click();
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible();
  await expect(fate('Paper route')).toContainText('Delete for everyone');
  await password.fill(PASSWORD);
  await submit.click();

  await expect(page).toHaveURL('/goodbye');
  await expect(page.getByRole('status')).toContainText('Sign in before then');
  await isSound(page);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  expect((await jon.call<{ name: string }[]>('GET', '/projects')).map(({ name }) => name)).toEqual([
    'Harbour lights',
    'Ours',
  ]);
});

test(
  'a sign-in to an account that is being deleted leads to the way back, and that to the dashboard',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    const mara = await newPerson(baseURL ?? '', 'Mara');
    await mara.call('POST', '/projects', { name: 'Only mine' });
    const { deletionAt } = await mara.call<{ deletionAt: string }>('POST', '/auth/delete-account', {
      currentPassword: PASSWORD,
    });
    const context = await newBrowser(browser, { baseURL, viewport: { width: 360, height: 780 } });
    contexts.push(context);
    const page = await context.newPage();
    await signIn(page, mara.email, PASSWORD);
    await expect(page.getByRole('heading', { name: 'Your account is being deleted' })).toBeVisible();
    await expect(page.getByText(`Signed in as ${mara.email}`)).toBeVisible();
    const date = new Date(deletionAt).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    await expect(page.getByText(`It will be permanently deleted on ${date}.`)).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    // One's data can still be had.
    const save = page.getByRole('button', { name: 'Download' });
    await save.click();
    await expect(page.getByText(/^Ready: /)).toBeVisible();
    const saved = page.waitForEvent('download');
    await save.click();
    expect((await saved).suggestedFilename()).toMatch(/\.zip$/);
    await isSound(page);
    // Whatever page is asked for.
    await page.goto('/board');
    const restore = page.getByRole('button', { name: 'Restore my account' });
    await expect(restore).toBeVisible();
    await restore.click();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByRole('heading', { name: 'Welcome, Mara!' })).toBeVisible();
    await expect(page.getByRole('link', { name: /Only mine/ })).toBeVisible();
  },
);
