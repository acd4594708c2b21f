import { Field, InputType, ObjectType } from 'type-graphql';
import {
  completeLoginSchema,
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  revertEmailSchema,
  verifyEmailSchema,
} from '../../contract/auth.js';
import { Theme } from '../../contract/enums.js';
import { NotificationKind } from '../../contract/notificationKinds.js';
import { LANGUAGES, type Language } from '../../contract/languages.js';
import { LIMITS } from '../../contract/limits.js';
import {
  changePasswordSchema,
  kindChannelsSchema,
  updatePreferencesSchema,
  updateProfileSchema,
} from '../../contract/profile.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { OwnAccountType, UserType } from '../users/user.types.js';
import { LoginChallenge, PROOF } from './twoFactor.types.js';

describeEnum(Theme, 'Theme', 'How the app looks.', {
  LIGHT: 'Light.',
  DARK: 'Dark.',
  SYSTEM: 'Like the device.',
});

/** Calls without a sign-in have no idempotency keys. */
@InputType()
export class UnkeyedInput {
  @Field(() => String, {
    nullable: true,
    description: 'An id you choose for this write. Ignored, because calls without a sign-in have no idempotency.',
  })
  mutationId?: string | null;
}

export const RegisterInput = inputObjectOf('RegisterInput', 'Input of `register`.', {
  schema: registerSchema,
  descriptions: {
    firstName: `Given name, up to ${LIMITS.nameMax} characters.`,
    lastName: `Family name, up to ${LIMITS.nameMax} characters.`,
    username: `${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters without white space or @; unique without case.`,
    email: 'Email address as browsers accept it, unique without case. The domain is stored in ASCII.',
    password:
      `At least ${LIMITS.passwordMin} characters and at most ${LIMITS.passwordMaxBytes} bytes, with an uppercase letter, ` +
      'a lowercase letter and a digit.',
    invitation:
      'The token of an invitation link: the account joins its project. If sign-up requires an invitation, `email` must be ' +
      'the invited address.',
  },
});

export const LoginInput = inputObjectOf('LoginInput', 'Input of `login`.', {
  schema: loginSchema,
  descriptions: { email: 'Email address, in any case.', password: 'The password.' },
});

export const LogoutInput = inputOf('Logout', { base: UnkeyedInput });

/** The answer to people who are not signed in. It is always the same, so that it reveals nothing about accounts. */
const MESSAGE = { message: { type: String, description: 'A message for the user.' } };

@ObjectType({ description: 'The tokens of a session.' })
export class AuthTokens {
  @Field(() => String, { description: 'Bearer token for the `Authorization` header and for `connection_init`.' })
  accessToken!: string;
}

@ObjectType()
abstract class SignedInType {
  @Field(() => UserType, { description: 'The signed-in user.' })
  user!: UserType;

  @Field(() => AuthTokens, { description: 'The tokens to use from now on.' })
  tokens!: AuthTokens;
}

export const RegisterPayload = payloadOf('Register', SignedInType);

@ObjectType({ description: 'Payload of `login`: the user or, with two-factor on, a challenge.' })
export class LoginPayload {
  @Field(() => UserType, orNull('The signed-in user; null if a code is required.'))
  user!: UserType | null;

  @Field(() => AuthTokens, orNull('The tokens to use from now on; null if a code is required.'))
  tokens!: AuthTokens | null;

  @Field(() => LoginChallenge, orNull('The challenge to answer with a code; null if none is required.'))
  challenge!: LoginChallenge | null;
}

export const CompleteLoginInput = inputOf('CompleteLogin', {
  base: UnkeyedInput,
  schema: completeLoginSchema,
  descriptions: {
    challenge: 'The token of the challenge that `login` answered, from the same device.',
    code: 'A code from the authenticator app or a recovery code. Each works once.',
  },
});

export const CompleteLoginPayload = payloadOf('CompleteLogin', SignedInType);

export const RevertEmailInput = inputOf('RevertEmail', {
  base: UnkeyedInput,
  schema: revertEmailSchema,
  descriptions: { token: 'The token mailed to the former address; works once, for seven days.' },
});

export const RevertEmailPayload = payloadOf('RevertEmail', MESSAGE);

export const VerifyEmailInput = inputOf('VerifyEmail', {
  base: UnkeyedInput,
  schema: verifyEmailSchema,
  descriptions: { token: 'The token mailed to the address; works once, for 24 hours.' },
});

export const VerifyEmailPayload = payloadOf('VerifyEmail', MESSAGE);

export const ResendVerificationInput = inputOf('ResendVerification');

export const ResendVerificationPayload = payloadOf('ResendVerification', MESSAGE);

export const LogoutPayload = payloadOf('Logout', { sessionId: 'The ended session.' });

@ObjectType('KindChannels', { description: 'On which channels you want a kind of notifications.' })
export class KindChannelsType {
  @Field(() => NotificationKind, { description: 'The kind.' })
  kind!: NotificationKind;

  @Field(() => Boolean, { description: 'In the app.' })
  app!: boolean;

  @Field(() => Boolean, { description: 'By email.' })
  email!: boolean;

  @Field(() => Boolean, { description: 'As push notifications on your devices.' })
  push!: boolean;
}

const LANGUAGE = `Language of the app, of mails and of pushes, as a tag of BCP 47: ${LANGUAGES.join(', ')}.`;

@ObjectType('Preferences', { description: 'The preferences of a person.' })
export class PreferencesType {
  @Field(() => Boolean, { description: 'Mails about activity; mails about the account are always sent.' })
  email!: boolean;

  @Field(() => Boolean, { description: 'Notifications in the app, and pushes to your browsers.' })
  push!: boolean;

  @Field(() => Boolean, { description: 'Reminders of tasks that are due soon or overdue.' })
  taskReminders!: boolean;

  @Field(() => Boolean, { description: 'Mails about memberships and new statuses, too.' })
  projectUpdates!: boolean;

  @Field(() => Boolean, { description: 'A weekly mail with completed and due tasks.' })
  weeklyDigest!: boolean;

  @Field(() => Theme, { description: 'How the app looks.' })
  theme!: Theme;

  @Field(() => String, { description: 'IANA name of the time zone, like Europe/Berlin.' })
  timeZone!: string;

  @Field(() => String, {
    nullable: true,
    description: `${LANGUAGE} Null: that of the browser; mails are then in its language at the last sign-in.`,
  })
  language!: Language | null;

  @Field(() => Boolean, { description: 'Whether the app shows the first steps and tips about keys.' })
  tips!: boolean;

  @Field(() => [KindChannelsType], {
    description:
      'The channels of every kind of notifications. A notification is sent on a channel if this and the switches above allow it.',
  })
  kinds!: readonly KindChannelsType[];
}

export const UpdateProfileInput = inputOf('UpdateProfile', {
  description: 'Input of `updateProfile`: only the fields to change.',
  schema: updateProfileSchema,
  descriptions: {
    firstName: `Given name, up to ${LIMITS.nameMax} characters.`,
    lastName: `Family name, up to ${LIMITS.nameMax} characters.`,
    username: `${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters without white space or @.`,
    email: 'Email address; the rules of registration apply.',
    currentPassword: 'The current password; required only for a new email, without `proof`.',
    proof: PROOF.proof,
    code: 'With two-factor on: a code from the authenticator app or a recovery code; required only for a new email.',
  },
});

export const UpdateProfilePayload = payloadOf('UpdateProfile', OwnAccountType);

export const ChangePasswordInput = inputOf('ChangePassword', {
  description: 'A new password, and proof of your identity.',
  schema: changePasswordSchema,
  descriptions: {
    ...PROOF,
    newPassword: 'The new password; the rules of registration apply.',
  },
});

export const ChangePasswordPayload = payloadOf('ChangePassword', OwnAccountType);

export const ForgotPasswordInput = inputOf('ForgotPassword', {
  base: UnkeyedInput,
  schema: forgotPasswordSchema,
  descriptions: { email: 'The email address of the account.' },
});

export const ForgotPasswordPayload = payloadOf('ForgotPassword', MESSAGE);

export const ResetPasswordInput = inputOf('ResetPassword', {
  base: UnkeyedInput,
  schema: resetPasswordSchema,
  descriptions: {
    token: 'The mailed token; works once, for an hour.',
    password: 'The new password; the rules of registration apply.',
  },
});

export const ResetPasswordPayload = payloadOf('ResetPassword', MESSAGE);

const KindChannelsInput = inputObjectOf('KindChannelsInput', 'The channels of a kind of notifications.', {
  schema: kindChannelsSchema,
  descriptions: { kind: 'The kind.', app: 'In the app.', email: 'By email.', push: 'As push notifications.' },
});

export const UpdatePreferencesInput = inputOf('UpdatePreferences', {
  description: 'Input of `updatePreferences`: only the keys to change.',
  schema: updatePreferencesSchema,
  descriptions: {
    email: 'Mails about activity.',
    push: 'Notifications in the app, and pushes to your browsers.',
    taskReminders: 'Reminders of due tasks.',
    projectUpdates: 'Mails about memberships and new statuses, too.',
    weeklyDigest: 'A weekly mail.',
    theme: 'How the app looks.',
    timeZone: 'IANA name of the time zone.',
    language: `${LANGUAGE} Null for that of the browser.`,
    tips: 'Whether the app shows the first steps and tips about keys.',
    kinds: {
      type: [KindChannelsInput],
      description: 'The channels of kinds of notifications; kinds and channels that are absent stay as they are.',
    },
  },
});

export const UpdatePreferencesPayload = payloadOf('UpdatePreferences', {
  preferences: { type: PreferencesType, description: 'All preferences as they are now.' },
});
