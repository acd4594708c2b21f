import { Arg, Ctx, FieldResolver, Int, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Personal } from '../kernel/graphql/personal.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { readTwoFactor } from './twoFactor.reads.js';
import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  type RecoveryCodes,
  regenerateRecoveryCodes,
  type TwoFactorBegun,
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
    description: 'Makes a secret for an authenticator app. It counts from `confirmTwoFactor` on; within an hour.',
  })
  beginTwoFactor(
    @Arg('input', () => BeginTwoFactorInput, { description: 'The password.' }) input: BeginTwoFactorInput,
    @Ctx() ctx: Context,
  ): Promise<TwoFactorBegun> {
    return beginTwoFactor(ctx, input);
  }

  @Mutation(() => ConfirmTwoFactorPayload, {
    description: 'Switches two-factor on by the first code of the app. Repeated under its key it is a CONFLICT.',
  })
  confirmTwoFactor(
    @Arg('input', () => ConfirmTwoFactorInput, { description: 'The code.' }) input: ConfirmTwoFactorInput,
    @Ctx() ctx: Context,
  ): Promise<RecoveryCodes> {
    return confirmTwoFactor(ctx, input);
  }

  @Mutation(() => DisableTwoFactorPayload, { description: 'Switches two-factor off.' })
  async disableTwoFactor(
    @Arg('input', () => DisableTwoFactorInput, { description: 'Password and code.' }) input: DisableTwoFactorInput,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await disableTwoFactor(ctx, input) };
  }

  @Mutation(() => RegenerateRecoveryCodesPayload, {
    description: 'Makes new recovery codes. Repeated under its key it is a CONFLICT.',
  })
  regenerateRecoveryCodes(
    @Arg('input', () => RegenerateRecoveryCodesInput, { description: 'Password and code.' })
    input: RegenerateRecoveryCodesInput,
    @Ctx() ctx: Context,
  ): Promise<RecoveryCodes> {
    return regenerateRecoveryCodes(ctx, input);
  }
}

/** What a second factor adds to a person. */
@Resolver(() => UserType)
export class UserTwoFactorFields {
  @Personal()
  @FieldResolver(() => Boolean, {
    nullable: true,
    description: 'Whether your sign-in takes a second factor; null for everybody else.',
  })
  async twoFactor(@Root() user: UserRow, @Ctx() ctx: Context): Promise<boolean | null> {
    return (await readTwoFactor(ctx, user.id))?.twoFactor ?? null;
  }

  @Personal()
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'How many of your recovery codes are unused; null for everybody else.',
  })
  async recoveryCodesLeft(@Root() user: UserRow, @Ctx() ctx: Context): Promise<number | null> {
    return (await readTwoFactor(ctx, user.id))?.recoveryCodesLeft ?? null;
  }
}
