import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context, Viewer } from '../request/context.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { Public } from '../platform/graphql/public.js';
import { AllowPendingDeletion } from '../platform/graphql/allowPendingDeletion.js';
import type { WriteInput } from '../platform/graphql/write.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { completeLogin, login, type LoginAnswer, logout, me } from './auth.service.js';
import {
  ChangePasswordInput,
  ChangePasswordPayload,
  CompleteLoginInput,
  CompleteLoginPayload,
  ForgotPasswordInput,
  ForgotPasswordPayload,
  LoginInput,
  LoginPayload,
  LogoutInput,
  LogoutPayload,
  PreferencesType,
  ResetPasswordInput,
  ResetPasswordPayload,
  RevertEmailInput,
  RevertEmailPayload,
  ResendVerificationInput,
  ResendVerificationPayload,
  VerifyEmailInput,
  VerifyEmailPayload,
  UpdatePreferencesInput,
  UpdatePreferencesPayload,
  UpdateProfileInput,
  UpdateProfilePayload,
} from './auth.types.js';
import { revertEmail } from './emailChange.service.js';
import { resendVerification, verifyEmail } from './emailVerification.service.js';
import type { SignedIn } from './openSession.js';
import { forgotPassword, resetPassword, type Message } from './passwordReset.service.js';
import { type PreferencesRow, readPreferences } from './preferences.reads.js';
import { changePassword, updatePreferences, updateProfile } from './profile.service.js';

@Resolver()
export class AuthResolver {
  @AllowPendingDeletion()
  @Query(() => UserType, { description: 'The signed-in person.' })
  me(@Ctx() ctx: Context): Promise<UserRow> {
    return me(ctx);
  }

  @Public()
  @Mutation(() => LoginPayload, {
    description:
      'Signs in, or with two-factor on returns a challenge. UNAUTHENTICATED for an unknown email and ' +
      'for a wrong password alike.',
  })
  login(
    @Arg('input', () => LoginInput, { description: 'Who signs in.' }) input: object,
    @Ctx() ctx: Context,
  ): Promise<LoginAnswer> {
    return login(ctx, input);
  }

  @Public()
  @Mutation(() => CompleteLoginPayload, {
    description:
      'Completes a sign-in with its second factor. UNAUTHENTICATED for an expired challenge or one of another device; ' +
      'VALIDATION_FAILED at `code` for a wrong code, after which the challenge stays valid.',
  })
  completeLogin(
    @Arg('input', () => CompleteLoginInput, { description: 'The challenge and the code.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<SignedIn> {
    return completeLogin(ctx, input);
  }

  @AllowPendingDeletion()
  @Mutation(() => LogoutPayload, { description: 'Ends the session of this token.' })
  logout(
    @Arg('input', () => LogoutInput, orNull('Optional.')) _input: WriteInput | null,
    @Ctx() ctx: Context,
  ): Promise<Viewer> {
    return logout(ctx);
  }

  @Mutation(() => UpdateProfilePayload, { description: 'Changes your profile.' })
  async updateProfile(
    @Arg('input', () => UpdateProfileInput, { description: 'What to change.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await updateProfile(ctx, input) };
  }

  @Mutation(() => ChangePasswordPayload, { description: 'Replaces your password and ends your other sessions.' })
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'Both passwords.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await changePassword(ctx, input) };
  }

  @Public()
  @Mutation(() => ForgotPasswordPayload, {
    description: 'Mails a link to choose a new password. The answer is the same for known and unknown addresses.',
  })
  forgotPassword(
    @Arg('input', () => ForgotPasswordInput, { description: 'Whose password.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return forgotPassword(ctx, input);
  }

  @Public()
  @Mutation(() => ResetPasswordPayload, {
    description: 'Sets a new password with a mailed token and ends all sessions.',
  })
  resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'The token and the password.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return resetPassword(ctx, input);
  }

  @Public()
  @Mutation(() => RevertEmailPayload, {
    description: 'Restores an account’s former email with a mailed token and ends all sessions.',
  })
  revertEmail(
    @Arg('input', () => RevertEmailInput, { description: 'The token.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return revertEmail(ctx, input);
  }

  @Public()
  @Mutation(() => VerifyEmailPayload, {
    description:
      'Verifies an account’s email with a mailed token. The first verification of an address ends what was set up before ' +
      'it: sessions, API tokens, two-factor, linked identities, calendar feeds, shared links and sent invitations; ' +
      'webhooks pause. If you send your own access token, its session, two-factor and linked identities stay.',
  })
  verifyEmail(
    @Arg('input', () => VerifyEmailInput, { description: 'The token.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return verifyEmail(ctx, input);
  }

  @Mutation(() => ResendVerificationPayload, {
    description: 'Mails you another link to verify your email address. Earlier links stay valid.',
  })
  resendVerification(
    @Arg('input', () => ResendVerificationInput, orNull('Optional.'))
    _input: WriteInput | null,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return resendVerification(ctx);
  }

  @Mutation(() => UpdatePreferencesPayload, { description: 'Changes your preferences.' })
  async updatePreferences(
    @Arg('input', () => UpdatePreferencesInput, { description: 'What to change.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<{ preferences: PreferencesRow }> {
    return { preferences: await updatePreferences(ctx, input) };
  }
}

@Resolver(() => UserType)
export class UserPreferenceFields {
  @Personal()
  @FieldResolver(() => PreferencesType, orNull('Your preferences; null for other people.'))
  preferences(@Root() user: UserRow, @Ctx() ctx: Context): Promise<PreferencesRow> | null {
    return ctx.viewer?.userId === user.id ? readPreferences(ctx, user.id) : null;
  }
}
