import { sql } from 'kysely';
import { inviteAccountSchema, updateSettingsSchema } from '../../contract/admin.js';
import { DAY_MS, INVITATIONS } from '../../contract/limits.js';
import { requireAdministrator } from '../accounts/administrators.js';
import { endAccountInvitation } from '../accounts/accountInvitation.service.js';
import { clearSignUpCache } from '../accounts/registration.service.js';
import { accountCommand } from '../auth/accountCommand.js';
import { type RowOf, Rows, time } from '../platform/database/rows.js';
import { addJob } from '../platform/jobs/addJob.js';
import { conflict, notFound } from '../platform/lib/errors.js';
import { newId, parseId } from '../platform/lib/ids.js';
import { parse } from '../platform/lib/parse.js';
import type { Context } from '../request/context.js';
import { descending, type Page, type PageArgs, readPage } from '../request/page.js';
import { limitPerson, refundPerson } from '../request/rates.js';
import { securityEvent } from '../request/securityEvents.js';
import { readServerValue, writeServerValue } from '../request/serverValues.js';
import { getI18n } from '../platform/i18n/i18n.js';
import { readMailbox } from '../users/user.reads.js';
import type { Tx } from '../write/command.js';
import { type InstanceRow, readInstance } from './instance.reads.js';

/** Chooses who may create an account. CONFLICT if the environment sets it. */
export async function updateSettings(ctx: Context, raw: unknown): Promise<{ instance: InstanceRow }> {
  await requireAdministrator(ctx);
  const { signUp } = parse(updateSettingsSchema, raw);
  if (ctx.resources.env.signUpGiven) throw conflict('SIGN_UP of the environment decides this. Remove it first.');
  const isDone = await accountCommand(ctx, 'updateSettings', { signUp }, async ({ em, now }) => {
    await requireAdministrator(ctx, em);
    await writeServerValue(em, 'signUp', signUp, now);
  });
  clearSignUpCache(ctx.resources.orm);
  if (isDone) securityEvent(ctx, 'settings_changed', { operation: `signUp ${signUp}` });
  return { instance: await readInstance(ctx) };
}

/** Sends a mail to the administrator's own address, and returns the mail server's answer. */
export async function sendTestMail(ctx: Context): Promise<{ sentTo: string; failure: string | null }> {
  const userId = await requireAdministrator(ctx);
  await limitPerson(ctx, 'testMailPerPerson');
  const { mailer, env } = ctx.resources;
  const mailbox = await readMailbox(ctx.em, userId);
  if (!mailbox) throw notFound('User');
  const { email } = mailbox;
  const i18n = getI18n(mailbox.language);
  const { brandName } = env;
  const since = new Date();
  try {
    await mailer.send(email, {
      i18n,
      subject: i18n.t('Test email from {brandName}', { brandName }),
      heading: i18n.t('This server can send email'),
      paragraphs: [i18n.t('An administrator sent this email to test the mail settings.')],
      action: { label: i18n.t('Open {brandName}', { brandName }), url: env.publicUrl },
      reason: i18n.t('You get this email because you asked for it.'),
    });
    return { sentTo: email, failure: null };
  } catch (error) {
    const stored = await readServerValue(ctx.resources.orm.em.fork(), 'mailFailure').catch(() => null);
    const isOurs = stored !== null && stored.at.getTime() >= since.getTime();
    return { sentTo: email, failure: isOurs ? stored.value.message : (error as Error).message.slice(0, 300) };
  }
}

/** A pending invitation to the server. */
const ACCOUNT_INVITATIONS = new Rows({
  id: sql<string>`i.id`,
  email: sql<string>`i.email`,
  inviterName: sql<string>`a.first_name || ' ' || a.last_name`,
  createdAt: time(sql`i.created_at`),
  expiresAt: time(sql`i.expires_at`),
});
export type AccountInvitationRow = RowOf<typeof ACCOUNT_INVITATIONS>;

const FROM = sql`account_invitation i join account a on a.id = i.inviter_id`;
const NEWEST = descending('CREATED_DESC', 'timestamptz', sql`i.created_at`, sql`i.id`);

/** Returns the pending invitations to the server, newest first. */
export const readAccountInvitations = (ctx: Context, args: PageArgs): Promise<Page<AccountInvitationRow>> =>
  readPage<AccountInvitationRow>(
    ctx,
    {
      rows: ACCOUNT_INVITATIONS,
      from: FROM,
      where: sql`i.ended_at is null and i.expires_at > ${ctx.resources.now()}`,
      order: NEWEST,
    },
    args,
  );

/** Invites an address to create an account, whatever the sign-up mode. A pending invitation is renewed. */
export async function inviteAccount(ctx: Context, raw: unknown): Promise<{ accountInvitation: AccountInvitationRow }> {
  const userId = await requireAdministrator(ctx);
  const { email } = parse(inviteAccountSchema, raw);
  await limitPerson(ctx, 'invitationMailsPerPerson');
  let isSent = false;
  const invite = async ({ em, now }: Tx): Promise<void> => {
    await requireAdministrator(ctx, em);
    const db = em.getKysely();
    const { rows: taken } = await sql`select 1 from account where lower(email) = lower(${email})`.execute(db);
    if (taken.length > 0) throw conflict('There is an account with this email address already');
    const until = new Date(now.getTime() + INVITATIONS.days * DAY_MS);
    const { rows } = await sql<{ id: string }>`
      insert into account_invitation as i (id, email, inviter_id, created_at, expires_at)
      values (${newId()}, ${email}, ${userId}, ${now}, ${until})
      on conflict (lower(email)) where ended_at is null do update
        set inviter_id = excluded.inviter_id, expires_at = excluded.expires_at
      returning i.id`.execute(db);
    const id = rows[0]?.id ?? '';
    await addJob(em, 'mailAccountInvitation', { id }, { key: `accountInvitation:${id}` });
  };
  try {
    isSent = await accountCommand(ctx, 'inviteAccount', { email }, invite);
  } finally {
    if (!isSent) await refundPerson(ctx, 'invitationMailsPerPerson');
  }
  if (isSent) securityEvent(ctx, 'account_invited', { email });
  const [accountInvitation] = await ACCOUNT_INVITATIONS.read(
    ctx.resources.orm.em.fork(),
    sql`from ${FROM} where lower(i.email) = lower(${email}) and i.ended_at is null`,
  );
  if (!accountInvitation) throw notFound('Invitation');
  return { accountInvitation };
}

/** Withdraws an invitation to the server, whose link then no longer works. */
export async function revokeAccountInvitation(ctx: Context, rawId: unknown): Promise<{ id: string }> {
  await requireAdministrator(ctx);
  const id = parseId(rawId);
  const isDone = await accountCommand(ctx, 'revokeAccountInvitation', { id }, async ({ em, now }) => {
    await requireAdministrator(ctx, em);
    if (!(await endAccountInvitation(em, id, now))) throw notFound('Invitation');
  });
  if (isDone) securityEvent(ctx, 'account_invitation_revoked');
  return { id };
}
