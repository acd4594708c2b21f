import { type BrowserContext, expect, test } from '@playwright/test';
import { invitationTo } from './mail.ts';
import { browserOf, newPerson, openLive, PASSWORD } from './people.ts';
import { codeOf, switchOn } from './twoFactor.ts';

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true };

const contexts: BrowserContext[] = [];
const kept = (context: BrowserContext): BrowserContext => {
  contexts.push(context);
  return context;
};
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
});

test('three people come by one line, and who has no account gets from the mail to the board in another browser', async ({
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
  // One shares a project with: offered by a part of the name.
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
    'nobody-is-called-so: Nobody here has this username',
  ]);
  await expect(page.getByRole('button', { name: /^Remove nobody-is-called-so/ })).toBeVisible();
  await expect(members).toHaveCount(3);
  await expect(invited).toHaveCount(1);
  await expect(invited).toContainText('Invited by Mara Stone.');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: /^Remove nobody-is-called-so/ })).toBeHidden();

  const theirs = await kept(await browser.newContext({ baseURL: baseURL ?? '', ...PHONE })).newPage();
  const link = await invitationTo(email);
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: 'Join “Tern launch”' })).toBeVisible();
  await expect(theirs.getByText('Mara Stone invites you to this project.')).toBeVisible();
  await expect(theirs.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await theirs.getByRole('textbox', { name: 'First name' }).fill('Ines');
  await theirs.getByRole('textbox', { name: 'Last name' }).fill('Sol');
  await theirs.getByRole('textbox', { name: 'Username' }).fill(`ines${Date.now()}`);
  for (const name of ['Password', 'Confirm password']) {
    await theirs.getByRole('textbox', { name, exact: true }).fill(PASSWORD);
  }
  await theirs.getByRole('button', { name: 'Create account and join' }).click();
  await expect(theirs).toHaveURL(`/projects/${project.id}`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Tern launch' })).toBeVisible();
  await expect(theirs.getByText('You are now a member of Tern launch')).toBeVisible();

  // The owner sees it come.
  await expect(members).toHaveCount(4);
  await expect(members.last()).toContainText('Ines Sol');
  await expect(invited).toHaveCount(0);

  // The link of a member leads where it led; to anybody else it says that it is over.
  await theirs.goto(link);
  await expect(theirs).toHaveURL(`/projects/${project.id}`);
  const stranger = await kept(await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole('heading', { name: 'This invitation is over' })).toBeVisible();
  await expect(stranger.getByText('This invitation has been used already: each works once.')).toBeVisible();
});

test('an invitation is sent again and withdrawn by keyboard, and joined by who is signed in, signs in, or has a second factor', async ({
  browser,
  baseURL,
}) => {
  test.slow();
  const [owner, wen, ines] = await Promise.all(['Mara', 'Wen', 'Ines'].map((name) => newPerson(baseURL ?? '', name)));
  if (!owner || !wen || !ines) throw new Error('nobody came');
  const { secret } = await switchOn(ines);
  const project = await owner.call<{ id: string }>('POST', '/projects', { name: 'Venue' });
  const [first, second, third] = [1, 2, 3].map((n) => `guest-${n}-${Date.now()}@yard.example`) as [
    string,
    string,
    string,
  ];
  for (const email of [first, second]) await owner.call('POST', `/projects/${project.id}/invitations`, { email });
  await owner.call('POST', `/projects/${project.id}/invitations`, { email: third, role: 'OWNER' });

  const page = await openLive(kept(await browserOf(browser, baseURL ?? '', owner)), `/projects/${project.id}/members`);
  const invited = page.getByRole('list', { name: 'Invitations' }).getByRole('listitem');
  await expect(invited).toHaveCount(3);
  await expect(invited.first()).toContainText('Invited by Mara Stone, as an owner.');
  await page.getByRole('button', { name: `Send again to ${first}` }).press('Enter');
  await expect(page.getByText(`Invitation sent to ${first}`)).toBeVisible();
  const ownersLink = await invitationTo(third);

  // Signed in: one button. What is for an owner says whose it is.
  const wens = await kept(await browserOf(browser, baseURL ?? '', wen)).newPage();
  await wens.goto(ownersLink);
  await expect(wens.getByText(`You are signed in as Wen Stone (${wen.email}).`)).toBeVisible();
  await wens.getByRole('button', { name: 'Join the project' }).click();
  await expect(wens.getByRole('alert')).toContainText(`Only ${third} can accept this invitation`);
  await page.getByRole('button', { name: `Withdraw the invitation of ${third}` }).press('Enter');
  await expect(page.getByText('Invitation withdrawn')).toBeVisible();
  await expect(invited).toHaveCount(2);
  await expect(page.getByRole('region', { name: 'Invitations' })).toBeFocused();
  await wens.reload();
  await expect(wens.getByText('This invitation was withdrawn.')).toBeVisible();
  await wens.goto(await invitationTo(first));
  await wens.getByRole('button', { name: 'Join the project' }).press('Enter');
  await expect(wens).toHaveURL(`/projects/${project.id}`);

  // Another account, with a second factor, on a phone that drops the page meanwhile.
  const phone = await kept(await browser.newContext({ baseURL: baseURL ?? '', ...PHONE })).newPage();
  await phone.goto(await invitationTo(second));
  await phone.getByRole('button', { name: 'sign in' }).click();
  await phone.getByRole('textbox', { name: 'Email' }).fill(ines.email);
  await phone.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD);
  await phone.getByRole('button', { name: 'Sign in and join' }).click();
  const code = phone.getByRole('textbox', { name: 'Code', exact: true });
  await expect(code).toBeFocused();
  await phone.reload();
  await code.fill(codeOf(secret, 1));
  await phone.getByRole('button', { name: 'Sign in' }).click();
  await expect(phone).toHaveURL(`/projects/${project.id}`);
  await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('list', { name: 'Invitations' })).toBeHidden();
});
