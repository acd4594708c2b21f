import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context, Viewer } from '../kernel/context.js';
import { Personal } from '../kernel/graphql/personal.js';
import { WhileLeaving } from '../kernel/graphql/whileLeaving.js';
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
  UpdatePreferencesInput,
  UpdatePreferencesPayload,
  UpdateProfileInput,
  UpdateProfilePayload,
} from './auth.types.js';
import { revertEmail } from './emailChange.service.js';
import type { SignedIn } from './openSession.js';
import { forgotPassword, resetPassword, type Message } from './passwordReset.service.js';
import { type PreferencesRow, readPreferences } from './preferences.reads.js';
import { changePassword, updatePreferences, updateProfile } from './profile.service.js';

@Resolver()
export class AuthResolver {
  @WhileLeaving()
  @Query(() => UserType, { description: 'The signed-in person.' })
  me(@Ctx() ctx: Context): Promise<UserRow> {
    return me(ctx);
  }

  @Mutation(() => LoginPayload, {
    description:
      'Signs in, or where two-factor is on answers a challenge. An unknown e-mail and a wrong password are answered ' +
      'alike: UNAUTHENTICATED.',
  })
  login(
    @Arg('input', () => LoginInput, { description: 'Who signs in.' }) input: LoginInput,
    @Ctx() ctx: Context,
  ): Promise<LoginAnswer> {
    return login(ctx, input);
  }

  @Mutation(() => CompleteLoginPayload, {
    description:
      'Completes a sign-in by its second factor. A challenge that is over, or another device’s, is UNAUTHENTICATED; a ' +
      'wrong code is VALIDATION_FAILED at `code`, and the challenge goes on.',
  })
  completeLogin(
    @Arg('input', () => CompleteLoginInput, { description: 'The challenge and the code.' }) input: CompleteLoginInput,
    @Ctx() ctx: Context,
  ): Promise<SignedIn> {
    return completeLogin(ctx, input);
  }

  @WhileLeaving()
  @Mutation(() => LogoutPayload, { description: 'Ends the session of this token.' })
  logout(
    @Arg('input', () => LogoutInput, { nullable: true, description: 'May be left out.' }) _input: LogoutInput | null,
    @Ctx() ctx: Context,
  ): Promise<Viewer> {
    return logout(ctx);
  }

  @Mutation(() => UpdateProfilePayload, { description: 'Changes your profile.' })
  async updateProfile(
    @Arg('input', () => UpdateProfileInput, { description: 'What to change.' }) input: UpdateProfileInput,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await updateProfile(ctx, input) };
  }

  @Mutation(() => ChangePasswordPayload, { description: 'Replaces your password and ends your other sessions.' })
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'Both passwords.' }) input: ChangePasswordInput,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await changePassword(ctx, input) };
  }

  @Mutation(() => ForgotPasswordPayload, {
    description: 'Mails a link to choose a new password. Known and unknown addresses are answered alike.',
  })
  forgotPassword(
    @Arg('input', () => ForgotPasswordInput, { description: 'Whose password.' }) input: ForgotPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return forgotPassword(ctx, input);
  }

  @Mutation(() => ResetPasswordPayload, {
    description: 'Sets a new password by the token of a mail; ends all sessions.',
  })
  resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'The token and the password.' }) input: ResetPasswordInput,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return resetPassword(ctx, input);
  }

  @Mutation(() => RevertEmailPayload, {
    description: 'Gives an account its former e-mail back by the token of a mail; ends all sessions.',
  })
  revertEmail(
    @Arg('input', () => RevertEmailInput, { description: 'The token.' }) input: RevertEmailInput,
    @Ctx() ctx: Context,
  ): Promise<Message> {
    return revertEmail(ctx, input);
  }

  @Mutation(() => UpdatePreferencesPayload, { description: 'Changes your preferences.' })
  async updatePreferences(
    @Arg('input', () => UpdatePreferencesInput, { description: 'What to change.' }) input: UpdatePreferencesInput,
    @Ctx() ctx: Context,
  ): Promise<{ preferences: PreferencesRow }> {
    return { preferences: await updatePreferences(ctx, input) };
  }
}

/** What signing in adds to a person. */
@Resolver(() => UserType)
export class UserPreferenceFields {
  @Personal()
  @FieldResolver(() => PreferencesType, {
    nullable: true,
    description: 'What you have chosen; null for everybody else.',
  })
  preferences(@Root() user: UserRow, @Ctx() ctx: Context): Promise<PreferencesRow> | null {
    return ctx.viewer?.userId === user.id ? readPreferences(ctx, user.id) : null;
  }
}
