import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Theme } from '../../contract/enums.js';
import { LIMITS } from '../../contract/limits.js';
import { payloadOf, WriteInput } from '../kernel/graphql/write.js';
import { OwnAccountType, UserType } from '../users/user.types.js';
import { LoginChallenge } from './twoFactor.types.js';

registerEnumType(Theme, {
  name: 'Theme',
  description: 'How the app looks.',
  valuesConfig: {
    LIGHT: { description: 'Light.' },
    DARK: { description: 'Dark.' },
    SYSTEM: { description: 'As the device.' },
  },
});

/** Keys belong to somebody who is signed in and stays so. */
@InputType()
abstract class UnkeyedInput {
  @Field(() => String, {
    nullable: true,
    description: 'An id you choose for this write. It is not kept: what belongs to no signed-in person has no keys.',
  })
  mutationId?: string | null;
}

@InputType({ description: 'Input of `register`.' })
export class RegisterInput {
  @Field(() => String, { description: `Given name, up to ${LIMITS.nameMax} characters.` })
  firstName!: string;

  @Field(() => String, { description: `Family name, up to ${LIMITS.nameMax} characters.` })
  lastName!: string;

  @Field(() => String, {
    description: `${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters, no white space and no @; unique without case.`,
  })
  username!: string;

  @Field(() => String, {
    description:
      'E-mail address as browsers take it, unique without case; a domain of other letters is kept in its ASCII form.',
  })
  email!: string;

  @Field(() => String, {
    description:
      `At least ${LIMITS.passwordMin} characters and at most ${LIMITS.passwordMaxBytes} bytes, with an uppercase letter, ` +
      'a lowercase letter and a digit.',
  })
  password!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The token of an invitation’s link: the account joins its project. Where sign-up takes an invitation, `email` must be ' +
      'the invited address.',
  })
  invitation?: string | null;
}

@InputType({ description: 'Input of `login`.' })
export class LoginInput {
  @Field(() => String, { description: 'E-mail address, without regard to case.' })
  email!: string;

  @Field(() => String, { description: 'The password.' })
  password!: string;
}

@InputType({ description: 'Input of `logout`.' })
export class LogoutInput extends UnkeyedInput {}

/** What those are answered who are not signed in: alike, whatever there is. */
@ObjectType()
abstract class MessageType {
  @Field(() => String, { description: 'What to tell the person.' })
  message!: string;
}

@ObjectType({ description: 'Tokens of a sign-in.' })
export class AuthTokens {
  @Field(() => String, { description: 'Bearer token for the `Authorization` header and for `connection_init`.' })
  accessToken!: string;
}

@ObjectType()
abstract class SignedInType {
  @Field(() => UserType, { description: 'The person who is now signed in.' })
  user!: UserType;

  @Field(() => AuthTokens, { description: 'The tokens to use from now on.' })
  tokens!: AuthTokens;
}

@ObjectType({ description: 'What `register` answers.' })
export class RegisterPayload extends SignedInType {}

@ObjectType({ description: 'What `login` answers: who it is, or where two-factor is on, what waits for the code.' })
export class LoginPayload {
  @Field(() => UserType, {
    nullable: true,
    description: 'The person who is now signed in; null where a code is asked.',
  })
  user!: UserType | null;

  @Field(() => AuthTokens, {
    nullable: true,
    description: 'The tokens to use from now on; null where a code is asked.',
  })
  tokens!: AuthTokens | null;

  @Field(() => LoginChallenge, { nullable: true, description: 'What to send with the code; null where none is asked.' })
  challenge!: LoginChallenge | null;
}

@InputType({ description: 'Input of `completeLogin`.' })
export class CompleteLoginInput extends UnkeyedInput {
  @Field(() => String, { description: 'The token of the challenge that `login` answered, from the same device.' })
  challenge!: string;

  @Field(() => String, { description: 'A code of the authenticator app, or a recovery code. Each works once.' })
  code!: string;
}

@ObjectType({ description: 'What `completeLogin` answers.' })
export class CompleteLoginPayload extends SignedInType {}

@InputType({ description: 'Input of `revertEmail`.' })
export class RevertEmailInput extends UnkeyedInput {
  @Field(() => String, { description: 'From the mail to the former address; works once, for seven days.' })
  token!: string;
}

export const RevertEmailPayload = payloadOf('RevertEmail', MessageType);

@ObjectType({ description: 'What a sign-out answers.' })
export class LogoutPayload {
  @Field(() => ID, { description: 'The session that has ended.' })
  sessionId!: string;
}

@ObjectType('Preferences', { description: 'What a person has chosen.' })
export class PreferencesType {
  @Field(() => Boolean, { description: 'Mails about what happens; mails about the account come always.' })
  email!: boolean;

  @Field(() => Boolean, { description: 'Notifications in the app.' })
  push!: boolean;

  @Field(() => Boolean, { description: 'Reminders of tasks that are due soon or overdue.' })
  taskReminders!: boolean;

  @Field(() => Boolean, { description: 'Mails about memberships and new statuses, too.' })
  projectUpdates!: boolean;

  @Field(() => Boolean, { description: 'A mail a week with what was done and what is due.' })
  weeklyDigest!: boolean;

  @Field(() => Theme, { description: 'How the app looks.' })
  theme!: Theme;

  @Field(() => String, { description: 'IANA name of the time zone, like Europe/Berlin.' })
  timeZone!: string;
}

@InputType({ description: 'Input of `updateProfile`: only the fields to change.' })
export class UpdateProfileInput extends WriteInput {
  @Field(() => String, { nullable: true, description: `Given name, up to ${LIMITS.nameMax} characters.` })
  firstName?: string | null;

  @Field(() => String, { nullable: true, description: `Family name, up to ${LIMITS.nameMax} characters.` })
  lastName?: string | null;

  @Field(() => String, {
    nullable: true,
    description: `${LIMITS.usernameMin} to ${LIMITS.usernameMax} characters, no white space and no @.`,
  })
  username?: string | null;

  @Field(() => String, { nullable: true, description: 'E-mail address; the rule of registration holds.' })
  email?: string | null;

  @Field(() => String, { nullable: true, description: 'The password as it is: only a changed e-mail needs it.' })
  currentPassword?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'With two-factor on: a code of the authenticator app or a recovery code. Only a changed email needs it.',
  })
  code?: string | null;
}

export const UpdateProfilePayload = payloadOf('UpdateProfile', OwnAccountType);

@InputType({ description: 'A new password, and what proves that it is you.' })
export class ChangePasswordInput extends WriteInput {
  @Field(() => String, { description: 'The password as it is.' })
  currentPassword!: string;

  @Field(() => String, { description: 'The password to be; the rules of registration hold.' })
  newPassword!: string;

  @Field(() => String, {
    nullable: true,
    description: 'With two-factor on: a code of the authenticator app or a recovery code.',
  })
  code?: string | null;
}

export const ChangePasswordPayload = payloadOf('ChangePassword', OwnAccountType);

@InputType({ description: 'Input of `forgotPassword`.' })
export class ForgotPasswordInput extends UnkeyedInput {
  @Field(() => String, { description: 'The e-mail address of the account.' })
  email!: string;
}

export const ForgotPasswordPayload = payloadOf('ForgotPassword', MessageType);

@InputType({ description: 'Input of `resetPassword`.' })
export class ResetPasswordInput extends UnkeyedInput {
  @Field(() => String, { description: 'From the mail; works once, for an hour.' })
  token!: string;

  @Field(() => String, { description: 'The password to be; the rules of registration hold.' })
  password!: string;
}

export const ResetPasswordPayload = payloadOf('ResetPassword', MessageType);

@InputType({ description: 'Input of `updatePreferences`: only the keys to change.' })
export class UpdatePreferencesInput extends WriteInput {
  @Field(() => Boolean, { nullable: true, description: 'Mails about what happens.' })
  email?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Notifications in the app.' })
  push?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Reminders of due tasks.' })
  taskReminders?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Mails about memberships and new statuses, too.' })
  projectUpdates?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'A mail a week.' })
  weeklyDigest?: boolean | null;

  @Field(() => Theme, { nullable: true, description: 'How the app looks.' })
  theme?: Theme | null;

  @Field(() => String, { nullable: true, description: 'IANA name of the time zone.' })
  timeZone?: string | null;
}

@ObjectType({ description: 'What `updatePreferences` answers.' })
export class UpdatePreferencesPayload {
  @Field(() => PreferencesType, { description: 'All preferences as they are now.' })
  preferences!: PreferencesType;
}
