// What somebody who is signed in changes about themselves. Apart from `auth.ts`, as nobody at the doors needs it.
import * as v from 'valibot';
import { codeField, confirmField, currentPasswordField, newPasswordField, personFields } from './auth.js';
import { THEMES } from './enums.js';
import { isTimeZone } from './timeZone.js';
import { someOf } from './write.js';

/** Input of a change to one's profile: only the fields to change. A changed email takes the password and, with two-factor on, a code. */
export const updateProfileSchema = v.object({
  ...someOf(personFields),
  currentPassword: v.exactOptional(v.nullable(v.string('Current password is required'))),
  code: v.exactOptional(v.nullable(codeField)),
});

/** The profile form: all four fields, and what proves who it is, which only a changed email needs. */
export const profileFormSchema = v.object({ ...personFields, currentPassword: v.string(), code: v.string() });

/** A new password in place of the current one. */
const passwordEntries = {
  currentPassword: currentPasswordField,
  newPassword: newPasswordField('New password'),
};

/** Input of a new password in place of the current one; with two-factor on it takes a code. */
export const changePasswordSchema = v.object({ ...passwordEntries, code: v.exactOptional(v.nullable(codeField)) });

/** The change-password form: the new password twice; a code is required where two-factor is on. */
export const changePasswordFormSchema = (isTwoFactor: boolean) =>
  v.pipe(
    v.object({
      ...passwordEntries,
      confirmPassword: confirmField,
      code: isTwoFactor ? codeField : v.string(),
    }),
    v.forward(
      v.partialCheck(
        [['newPassword'], ['confirmPassword']],
        ({ newPassword, confirmPassword }) => newPassword === confirmPassword,
        'Passwords must match',
      ),
      ['confirmPassword'],
    ),
  );

/** Input of a change to one's preferences: only the keys to change. */
export const updatePreferencesSchema = v.object(
  someOf({
    email: v.boolean('email must be true or false'),
    push: v.boolean('push must be true or false'),
    taskReminders: v.boolean('taskReminders must be true or false'),
    projectUpdates: v.boolean('projectUpdates must be true or false'),
    weeklyDigest: v.boolean('weeklyDigest must be true or false'),
    theme: v.picklist(THEMES, 'theme must be LIGHT, DARK or SYSTEM'),
    timeZone: v.pipe(
      v.string('timeZone must be a name like Europe/Berlin'),
      v.maxLength(64, 'timeZone must be a name like Europe/Berlin'),
      v.check(isTimeZone, 'timeZone must be a name like Europe/Berlin'),
    ),
  }),
);
