// Separate from `auth.ts` because the pages before sign-in do not need it.
import * as v from 'valibot';
import { codeField, confirmField, currentPasswordField, newPasswordField, personFields, proofSchema } from './auth.js';
import { THEMES } from './enums.js';
import { isLanguage, LANGUAGES } from './languages.js';
import { NOTIFICATION_KINDS } from './notificationKinds.js';
import { withReason } from './reasons.js';
import { isTimeZone } from './timeZone.js';
import { optionalFields } from './write.js';

/** A new email requires the password and, with two-factor on, a code. */
export const updateProfileSchema = v.object({
  ...optionalFields(personFields),
  ...proofSchema.entries,
  // empty if the form does not ask for it
  currentPassword: v.exactOptional(v.nullable(v.string('Current password is required'))),
});

export const profileFormSchema = v.object({ ...personFields, currentPassword: v.string(), code: v.string() });

const newPassword = newPasswordField('New password');

export const changePasswordSchema = v.object({ ...proofSchema.entries, newPassword });

export const changePasswordFormSchema = (isTwoFactor: boolean) =>
  v.pipe(
    v.object({
      currentPassword: currentPasswordField,
      newPassword,
      confirmPassword: confirmField,
      code: isTwoFactor ? codeField : v.string(),
    }),
    v.forward(
      v.partialCheck(
        [['newPassword'], ['confirmPassword']],
        withReason('mismatch', ({ newPassword, confirmPassword }) => newPassword === confirmPassword),
        'Passwords must match',
      ),
      ['confirmPassword'],
    ),
  );

/** The channels through which a notification reaches a person. */
export const CHANNELS = ['app', 'email', 'push'] as const;
export type Channel = (typeof CHANNELS)[number];

const channelField = v.exactOptional(v.boolean('A channel must be true or false'));

/** The channels of one kind of notifications; absent ones stay as they are. */
export const kindChannelsSchema = v.object({
  kind: v.picklist(NOTIFICATION_KINDS, 'Kind must be a kind of notifications'),
  app: channelField,
  email: channelField,
  push: channelField,
});

const LANGUAGE = `language must be one of ${LANGUAGES.join(', ')}, or null`;

export const updatePreferencesSchema = v.object(
  optionalFields({
    email: v.boolean('email must be true or false'),
    push: v.boolean('push must be true or false'),
    taskReminders: v.boolean('taskReminders must be true or false'),
    projectUpdates: v.boolean('projectUpdates must be true or false'),
    weeklyDigest: v.boolean('weeklyDigest must be true or false'),
    theme: v.picklist(THEMES, 'theme must be LIGHT, DARK or SYSTEM'),
    timeZone: v.pipe(
      v.string('timeZone must be a name like Europe/Berlin'),
      v.maxLength(64, 'timeZone must be a name like Europe/Berlin'),
      v.check(withReason('notATimeZone', isTimeZone), 'timeZone must be a name like Europe/Berlin'),
    ),
    language: v.nullable(
      v.pipe(
        v.string(LANGUAGE),
        v.check(
          withReason('notOneOf', (tag: string) => isLanguage(tag), { allowed: [...LANGUAGES] }),
          LANGUAGE,
        ),
      ),
    ),
    tips: v.boolean('tips must be true or false'),
    kinds: v.pipe(
      v.array(kindChannelsSchema, 'kinds must be a list'),
      v.maxLength(NOTIFICATION_KINDS.length, 'Name each kind once'),
    ),
  }),
);
