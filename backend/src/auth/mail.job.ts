import { sql } from 'kysely';
import * as v from 'valibot';
import type { Services } from '../kernel/context.js';
import type { Letter } from '../kernel/mail/letter.js';
import { passwordChangedLetter, passwordResetLetter, welcomeLetter } from './account.letters.js';
import { issuePasswordReset, withdrawPasswordReset } from './passwordReset.service.js';

const mailPayload = v.object({
  template: v.picklist(['welcome', 'passwordChanged']),
  userId: v.string(),
});
const resetPayload = v.object({ email: v.string() });

/** Sends one of the mails about an account. */
export async function mailAccount(services: Services, raw: unknown): Promise<void> {
  const { template, userId } = v.parse(mailPayload, raw);
  const { rows } = await sql<{ email: string; firstName: string }>`
    select email, first_name as "firstName" from account where id = ${userId}`.execute(
    services.orm.em.fork().getKysely(),
  );
  const [person] = rows;
  if (!person) return;
  const { brandName, publicUrl } = services.env;
  const letters: Record<typeof template, () => Letter> = {
    welcome: () => welcomeLetter(brandName, person.firstName, publicUrl),
    passwordChanged: () => passwordChangedLetter(brandName, person.firstName, publicUrl),
  };
  await services.mailer.send(person.email, letters[template]());
}

/** Looks up who asked for a reset, and mails the link. */
export async function mailPasswordReset(services: Services, raw: unknown): Promise<void> {
  const issued = await issuePasswordReset(services, v.parse(resetPayload, raw).email);
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
