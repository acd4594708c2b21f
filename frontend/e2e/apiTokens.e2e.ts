import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { findViolations } from './accessibility.ts';
import { browserOf, historySettled, newPerson, PASSWORD } from './people.ts';

test(
  'a token is made for a project, its line works as it stands, and it is revoked',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    // Many steps, one after the other.
    const person = await newPerson(baseURL ?? '', 'Mara');
    const { id: projectId } = await person.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
    const { id: other } = await person.call<{ id: string }>('POST', '/projects', { name: 'Harbour survey' });
    for (const [project, title] of [
      [projectId, 'Choose the date'],
      [other, 'Count the piers'],
    ]) {
      await person.call('POST', '/tasks', { projectId: project, title, priority: 'LOW' });
    }
    const context = await browserOf(browser, baseURL ?? '', person);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    const look = async (name: string): Promise<void> => expect.soft(await findViolations(page), name).toEqual([]);
    await page.goto('/settings#tokens');
    await expect(page.getByRole('heading', { name: 'No tokens yet' })).toBeVisible();
    const dialog = page.getByRole('dialog');

    // By keyboard alone, as far as possible.
    await page.getByRole('button', { name: 'New token' }).press('Enter');
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await expect(dialog.getByText('Current password is required')).toBeVisible();
    await page.keyboard.type('Nightly report');
    await dialog.getByRole('radio', { name: 'Selected projects' }).check();
    await dialog.getByRole('textbox', { name: 'Current password' }).fill('Wrong123');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('Choose at least one project')).toBeVisible();
    await look('the form of a token, refused');
    await dialog.getByRole('checkbox', { name: 'Tern launch' }).check();
    await dialog.getByRole('button', { name: 'Create token' }).click();
    await expect(dialog.getByText('Current password is incorrect')).toBeVisible();

    // The typed text is there again, except for the password.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'New token' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Nightly report');
    await expect(dialog.getByRole('checkbox', { name: 'Tern launch' })).toBeChecked();
    await expect(dialog.getByRole('textbox', { name: 'Current password' })).toHaveValue('');
    await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
    await page.keyboard.press('Enter');

    await expect(dialog.getByRole('heading', { name: 'Your new token' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog.getByRole('alert')).toHaveText('Copy the token first. You won’t see it again.');
    await look('the new token');
    await dialog.getByRole('button', { name: 'Copy command' }).click();
    await expect(page.getByText('Command copied')).toBeVisible();
    const line = await page.evaluate(() => navigator.clipboard.readText());
    const [, authorization = '', url = ''] =
      /^curl -H "Authorization: (Bearer cairn_[\w-]{43})" "([^"]+)"$/.exec(line) ?? [];
    expect(url).toMatch(new RegExp(`^${baseURL}/api/`));
    const ask = async (): Promise<[status: number, text: string]> => {
      const answer = await fetch(url, { headers: { authorization } });
      return [answer.status, await answer.text()];
    };
    const [status, text] = await ask();
    expect(status).toBe(200);
    expect(text).toContain('Choose the date');
    expect(text).not.toContain('Count the piers');
    // The link opens a new tab, so the token is still shown here.
    const opened = context.waitForEvent('page');
    await dialog.getByRole('link', { name: 'API guide' }).click();
    const guide = await opened;
    await expect(guide.getByRole('heading', { name: 'The first call' })).toBeVisible();
    expect((await new AxeBuilder({ page: guide }).analyze()).violations).toEqual([]);
    await expect(dialog.getByRole('heading', { name: 'Your new token' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toBeHidden();

    const row = page.getByRole('list', { name: 'API tokens' }).getByRole('listitem');
    await expect(row).toContainText(/Nightly report\s*Read\s*Tern launch\s*Expires .*20\d\d/);
    await historySettled(page);
    await page.reload();
    await expect(row).toContainText('Last used: Today at');
    await look('the list of tokens');
    await expect(page.getByText(authorization.slice('Bearer '.length))).toHaveCount(0);
    await row.getByRole('button', { name: 'Revoke Nightly report' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
    await expect(page.getByText('Token revoked')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No tokens yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New token' })).toBeFocused();
    expect((await ask())[0]).toBe(401);
    await context.close();
  },
);
