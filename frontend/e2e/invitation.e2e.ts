import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, expect, test } from '@playwright/test';
import { invitationTo, linkInMail } from './mail.ts';
import { browserOf, newBrowser, newPerson, openLive, PASSWORD } from './people.ts';
import { freePort, startServer } from './server.ts';
import { totpCode, enableTwoFactor } from './twoFactor.ts';

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

const contexts: BrowserContext[] = [];
const kept = (context: BrowserContext): BrowserContext => {
  contexts.push(context);
  return context;
};
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

test('three people are added by one line, and one without an account follows the mail to the board in another browser', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const [owner, wen, sam] = await Promise.all(['Mara', 'Wen', 'Sam'].map((name) => newPerson(baseURL ?? '', name)));
  if (!owner || !wen || !sam) throw new Error('nobody came');
  const project = await owner.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
  const shared = await owner.call<{ id: string }>('POST', '/projects', { name: 'Shed' });
  await owner.call('POST', `/projects/${shared.id}/members`, { userId: sam.id });
  const email = `guest-${Date.now()}@yard.example`;

  const context = kept(await browserOf(browser, baseURL ?? '', owner));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await openLive(context, `/projects/${project.id}/members`);
  const field = page.getByRole('combobox', { name: 'Emails or usernames' });
  const said = page.getByRole('status').filter({ has: page.getByRole('list') });
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  const invited = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAccessibleDescription('Email or username is required');
  // A person who shares another project is suggested by a part of their name.
  await page.keyboard.type('SÁM');
  await expect(page.getByRole('option', { name: /Sam Stone/ })).toBeVisible();
  await page.keyboard.press('Enter');
  // As a mail program writes them.
  await page.evaluate((text) => navigator.clipboard.writeText(text), `"Stone, Wen" <${wen.email}>;\n${email}`);
  await page.keyboard.press('Control+v');
  await page.keyboard.type('nobody-is-called-so,');
  // Neither Escape nor a reload loses what was typed.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByRole('button', { name: `Remove ${email}` })).toBeVisible();
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(said.getByRole('listitem')).toHaveText([
    'Sam Stone is now a member',
    'Wen Stone is now a member',
    `Invitation sent to ${email}`,
    'nobody-is-called-so: No user with this username',
  ]);
  await expect(page.getByRole('button', { name: /^Remove nobody-is-called-so/ })).toBeVisible();
  await expect(members).toHaveCount(3);
  await expect(invited).toHaveCount(1);
  await expect(invited).toContainText('Invited by Mara Stone.');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: /^Remove nobody-is-called-so/ })).toBeHidden();

  const theirs = await kept(await newBrowser(browser, { baseURL: baseURL ?? '', ...PHONE })).newPage();
  const link = await invitationTo(email);
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: 'Join “Tern launch”' })).toBeVisible();
  await expect(theirs.getByText('Mara Stone invited you to this project.')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await theirs.getByRole('textbox', { name: 'First name' }).fill('Ines');
  await theirs.getByRole('textbox', { name: 'Last name' }).fill('Sol');
  await theirs.getByRole('textbox', { name: 'Username' }).fill(`ines${Date.now()}`);
  for (const name of ['Password', 'Confirm password']) {
    await theirs.getByRole('textbox', { name, exact: true }).fill(PASSWORD);
  }
  await theirs.getByRole('button', { name: 'Create account and join' }).click();
  // On a slow device, the message can be over before the board has loaded.
  await expect(theirs.getByText('You joined Tern launch')).toBeVisible();
  await expect(theirs).toHaveURL(`/projects/${project.id}`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Tern launch' })).toBeVisible();
  await expect(theirs.getByRole('link', { name: 'Members' })).toBeVisible();

  // The owner sees it come.
  await expect(members).toHaveCount(4);
  await expect(members.last()).toContainText('Ines Sol');
  await expect(invited).toHaveCount(0);

  // The link of a member leads to the project; for everyone else, it has ended.
  await theirs.goto(link);
  await expect(theirs).toHaveURL(`/projects/${project.id}`);
  const stranger = await kept(await newBrowser(browser, { baseURL: baseURL ?? '' })).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'This invitation is no longer valid' })).toBeVisible();
  await expect(stranger.getByText('This invitation was already used. Each works once.')).toBeVisible();
});

test(
  'an invitation is resent and withdrawn by keyboard, and accepted with a session, a sign-in or a second factor',
  { tag: '@full' },
  async ({ browser, baseURL }) => {
    test.slow();
    const [owner, wen, ines] = await Promise.all(['Mara', 'Wen', 'Ines'].map((name) => newPerson(baseURL ?? '', name)));
    if (!owner || !wen || !ines) throw new Error('nobody came');
    const { secret } = await enableTwoFactor(ines);
    const project = await owner.call<{ id: string }>('POST', '/projects', { name: 'Venue' });
    const [first, second, third] = [1, 2, 3].map((n) => `guest-${n}-${Date.now()}@yard.example`) as [
      string,
      string,
      string,
    ];
    for (const email of [first, second]) await owner.call('POST', `/projects/${project.id}/invitations`, { email });
    await owner.call('POST', `/projects/${project.id}/invitations`, { email: third, role: 'OWNER' });

    const page = await openLive(
      kept(await browserOf(browser, baseURL ?? '', owner)),
      `/projects/${project.id}/members`,
    );
    const invited = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
    await expect(invited).toHaveCount(3);
    await expect(invited.first()).toContainText('Invited by Mara Stone as an owner.');
    await page.getByRole('button', { name: `Resend to ${first}` }).press('Enter');
    await expect(page.getByText(`Invitation sent to ${first}`)).toBeVisible();
    const ownersLink = await invitationTo(third);

    // A signed-in person has one button. An invitation as owner says which address it is for.
    const wens = await kept(await browserOf(browser, baseURL ?? '', wen)).newPage();
    await wens.goto(ownersLink);
    await expect(wens.getByText(`You’re signed in as Wen Stone (${wen.email}).`)).toBeVisible();
    await wens.getByRole('button', { name: 'Join project' }).click();
    await expect(wens.getByRole('alert')).toContainText(`Only ${third} can accept this invitation`);
    await page.getByRole('button', { name: `Revoke ${third}’s invitation` }).press('Enter');
    await expect(page.getByText('Invitation revoked')).toBeVisible();
    await expect(invited).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Invitations' })).toBeFocused();
    await wens.reload();
    await expect(wens.getByText('This invitation was withdrawn.')).toBeVisible();
    await wens.goto(await invitationTo(first));
    await wens.getByRole('button', { name: 'Join project' }).press('Enter');
    await expect(wens).toHaveURL(`/projects/${project.id}`);

    // Another account, with a second factor, on a phone that drops the page meanwhile.
    const phone = await kept(await newBrowser(browser, { baseURL: baseURL ?? '', ...PHONE })).newPage();
    await phone.goto(await invitationTo(second));
    await phone.getByRole('button', { name: 'sign in' }).click();
    await phone.getByRole('textbox', { name: 'Email' }).fill(ines.email);
    await phone.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
    await phone.getByRole('button', { name: 'Sign in and join' }).click();
    const code = phone.getByRole('textbox', { name: 'Code', exact: true });
    await expect(code).toBeFocused();
    await phone.reload();
    await code.fill(totpCode(secret, 1));
    await phone.getByRole('button', { name: 'Sign in' }).click();
    await expect(phone).toHaveURL(`/projects/${project.id}`);
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('list', { name: 'Invitations' })).toBeHidden();
  },
);

test(
  'a server whose sign-up needs an invitation or is closed says so, and accepts only permitted accounts',
  { tag: '@full' },
  async ({ browser }) => {
    test.slow();
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-sign-up-'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const email = 'guest@yard.example';
    const page = await kept(await newBrowser(browser, { baseURL: url })).newPage();
    const emailField = page.getByRole('textbox', { name: 'Email' });
    const create = page.getByRole('button', { name: /^Create account/ });
    const expectRefusal = async (title: string): Promise<void> => {
      await page.goto('/register');
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Sign up' })).toHaveCount(0);
    };
    let server = await startServer(port, dataDir, { env: { SIGN_UP: 'invited' } });
    try {
      // The first account of a server needs no invitation.
      await page.goto('/register');
      await expect(create).toBeVisible();
      const mara = await newPerson(url, 'Mara');
      const { id } = await mara.call<{ id: string }>('POST', '/projects', { name: 'Tern launch' });
      await mara.call('POST', `/projects/${id}/invitations`, { email });
      await expectRefusal('You need an invitation');
      await expect(page.getByText('New here? Ask someone on your team to invite you.')).toBeVisible();

      await expect.poll(() => linkInMail(dataDir, email, '/invitation')).not.toBeNull();
      await page.goto(linkInMail(dataDir, email, '/invitation') ?? '');
      await expect(emailField).toHaveValue(email);
      await expect(emailField).not.toBeEditable();
      await page.getByRole('textbox', { name: 'First name' }).fill('Ines');
      await page.getByRole('textbox', { name: 'Last name' }).fill('Sol');
      await page.getByRole('textbox', { name: 'Username' }).fill('ines');
      for (const name of ['Password', 'Confirm password']) {
        await page.getByRole('textbox', { name, exact: true }).fill(PASSWORD);
      }
      await create.click();
      await expect(page).toHaveURL(`/projects/${id}`);

      // While sign-up is closed, an open invitation works only for people who have an account.
      await mara.call('POST', `/projects/${id}/invitations`, { email: 'late@yard.example' });
      await expect.poll(() => linkInMail(dataDir, 'late@yard.example', '/invitation')).not.toBeNull();
      await server.stop();
      server = await startServer(port, dataDir, { env: { SIGN_UP: 'closed' } });
      await page.evaluate(() => localStorage.clear());
      await expectRefusal('Sign-up is closed');
      await page.goto(linkInMail(dataDir, 'late@yard.example', '/invitation') ?? '');
      await expect(page.getByRole('button', { name: 'Sign in and join' })).toBeVisible();
      await expect(create).toHaveCount(0);
    } finally {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
