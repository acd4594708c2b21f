import { sql } from 'kysely';
import * as v from 'valibot';
import type { Services } from '../kernel/context.js';
import type { Letter } from '../kernel/mail/letter.js';
import { passwordChangedLetter, passwordResetLetter, welcomeLetter } from './account.letters.js';
import { issueRevert } from './emailChange.service.js';
import { issuePasswordReset, withdrawPasswordReset } from './passwordReset.service.js';
import { preferencesOf } from './preferences.reads.js';
import {
  emailChangedLetter,
  newDeviceLetter,
  recoveryCodesRenewedLetter,
  recoveryCodeUsedLetter,
  twoFactorOffLetter,
  twoFactorOnLetter,
  twoFactorResetLetter,
  wrongCodesLetter,
} from './security.letters.js';

const mailPayload = v.object({
  template: v.picklist([
    'welcome',
    'passwordChanged',
    'newDevice',
    'twoFactorOn',
    'twoFactorOff',
    'twoFactorReset',
    'recoveryCodesRenewed',
    'recoveryCodeUsed',
    'wrongCodes',
  ]),
  userId: v.string(),
  /** Of `newDevice`. */
  signIn: v.optional(v.object({ device: v.string(), address: v.string(), at: v.string() })),
});
const resetPayload = v.object({ email: v.string(), isReverted: v.optional(v.boolean()) });
const emailChangedPayload = v.object({ revertId: v.string() });

/** Sends one of the mails about an account. */
export async function mailAccount(services: Services, raw: unknown): Promise<void> {
  const { template, userId, signIn } = v.parse(mailPayload, raw);
  const em = services.orm.em.fork();
  const { rows } = await sql<{ email: string; firstName: string; codesLeft: number }>`
    select email, first_name as "firstName",
      (select count(*)::int from recovery_code c where c.user_id = a.id and c.used_at is null) as "codesLeft"
    from account a where id = ${userId}`.execute(em.getKysely());
  const [person] = rows;
  if (!person) return;
  const { brandName, publicUrl } = services.env;
  const to = { brandName, publicUrl, firstName: person.firstName };
  const zone = (await preferencesOf(em, [userId])).get(userId)?.timeZone;
  const letters: Record<typeof template, () => Letter> = {
    welcome: () => welcomeLetter(brandName, person.firstName, publicUrl),
    passwordChanged: () => passwordChangedLetter(brandName, person.firstName, publicUrl),
    newDevice: () => newDeviceLetter(to, signIn ?? { device: 'Unknown device', address: 'unknown' }, zone),
    twoFactorOn: () => twoFactorOnLetter(to),
    twoFactorOff: () => twoFactorOffLetter(to),
    twoFactorReset: () => twoFactorResetLetter(to),
    recoveryCodesRenewed: () => recoveryCodesRenewedLetter(to),
    recoveryCodeUsed: () => recoveryCodeUsedLetter(to, person.codesLeft),
    wrongCodes: () => wrongCodesLetter(to),
  };
  await services.mailer.send(person.email, letters[template]());
}

/** Looks up who asked for a reset, and mails the link. */
export async function mailPasswordReset(services: Services, raw: unknown): Promise<void> {
  const { email: asked, isReverted } = v.parse(resetPayload, raw);
  const issued = await issuePasswordReset(services, asked, isReverted);
  if (!issued) return;
  const { id, email, firstName, token } = issued;
  const { brandName, publicUrl } = services.env;
  try {
    await services.mailer.send(email, passwordResetLetter(brandName, firstName, publicUrl, token));
  } catch (error) {
    await withdrawPasswordReset(services, id);
    throw error;
  }
}

/** Tells the former address that the e-mail was changed, and mails the way back. */
export async function mailEmailChanged(services: Services, raw: unknown): Promise<void> {
  const issued = await issueRevert(services, v.parse(emailChangedPayload, raw).revertId);
  if (!issued) return;
  const { email, firstName, token } = issued;
  const { brandName, publicUrl } = services.env;
  await services.mailer.send(email, emailChangedLetter({ brandName, publicUrl, firstName }, token));
}
