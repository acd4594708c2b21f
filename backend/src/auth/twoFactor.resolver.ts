import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../request/context.js';
import { orNull } from '../platform/graphql/describe.js';
import type { WriteInput } from '../platform/graphql/write.js';
import { Personal } from '../platform/graphql/personal.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { readTwoFactor } from './twoFactor.reads.js';
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  type RecoveryCodes,
  regenerateRecoveryCodes,
  type TwoFactorSetup,
} from './twoFactor.service.js';
import {
  BeginTwoFactorInput,
  BeginTwoFactorPayload,
  ConfirmTwoFactorInput,
  ConfirmTwoFactorPayload,
  DisableTwoFactorInput,
  DisableTwoFactorPayload,
  RegenerateRecoveryCodesInput,
  RegenerateRecoveryCodesPayload,
} from './twoFactor.types.js';

@Resolver()
export class TwoFactorResolver {
  @Mutation(() => BeginTwoFactorPayload, {
    description: 'Creates a secret for an authenticator app. It takes effect with `confirmTwoFactor`, within an hour.',
  })
  beginTwoFactor(
    @Arg('input', () => BeginTwoFactorInput, { description: 'The password.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<TwoFactorSetup> {
    return beginTwoFactor(ctx, input);
  }

  @Mutation(() => ConfirmTwoFactorPayload, {
    description: 'Switches two-factor on with the first code from the app. A repeat with the same key is a CONFLICT.',
  })
  confirmTwoFactor(
    @Arg('input', () => ConfirmTwoFactorInput, { description: 'The code.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<RecoveryCodes> {
    return confirmTwoFactor(ctx, input);
  }

  @Mutation(() => DisableTwoFactorPayload, { description: 'Switches two-factor off.' })
  async disableTwoFactor(
    @Arg('input', () => DisableTwoFactorInput, { description: 'Password and code.' }) input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await disableTwoFactor(ctx, input) };
  }

  @Mutation(() => RegenerateRecoveryCodesPayload, {
    description: 'Creates new recovery codes. A repeat with the same key is a CONFLICT.',
  })
  regenerateRecoveryCodes(
    @Arg('input', () => RegenerateRecoveryCodesInput, { description: 'Password and code.' })
    input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<RecoveryCodes> {
    return regenerateRecoveryCodes(ctx, input);
  }
}

@Resolver(() => UserType)
export class UserTwoFactorFields {
  @Personal()
  @FieldResolver(() => Boolean, orNull('Whether two-factor sign-in is on for you; null for other people.'))
  async twoFactor(@Root() user: UserRow, @Ctx() ctx: Context): Promise<boolean | null> {
    return (await readTwoFactor(ctx, user.id))?.twoFactor ?? null;
  }

  @Personal()
  @FieldResolver(() => Int, orNull('How many of your recovery codes are unused; null for other people.'))
  async recoveryCodesLeft(@Root() user: UserRow, @Ctx() ctx: Context): Promise<number | null> {
    return (await readTwoFactor(ctx, user.id))?.recoveryCodesLeft ?? null;
  }
}
