import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../request/context.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { AllowPendingDeletion } from '../platform/graphql/allowPendingDeletion.js';
import { Input, type WriteInput } from '../platform/graphql/write.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { type AccountDeletion, deleteAccount } from './accountDeletion.service.js';
import {
  DeleteAccountInput,
  DeleteAccountPayload,
  RestoreAccountInput,
  RestoreAccountPayload,
} from './accountDeletion.types.js';
import { restoreAccount } from './accountRestore.service.js';

@Resolver()
export class AccountDeletionResolver {
  @Mutation(() => DeleteAccountPayload, {
    description:
      'Deletes your account in 14 days and ends all your sessions now. Until then, a sign-in can use only `me { deletionAt }`, ' +
      '`restoreAccount`, data exports and `logout`; everything else is FORBIDDEN. VALIDATION_FAILED at `projects` lists the projects that ' +
      'need a decision.',
  })
  deleteAccount(
    @Input(DeleteAccountInput, 'The password, and a decision about your projects.') input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<AccountDeletion> {
    return deleteAccount(ctx, input);
  }

  @AllowPendingDeletion()
  @Mutation(() => RestoreAccountPayload, {
    description:
      'Cancels the deletion of your account and restores the projects that were deleted with it. Transferred ' +
      'projects stay with their new owners.',
  })
  async restoreAccount(
    @Arg('input', () => RestoreAccountInput, orNull('Optional.'))
    _input: WriteInput | null,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await restoreAccount(ctx) };
  }
}

@Resolver(() => UserType)
export class UserDeletionFields {
  @Personal()
  @AllowPendingDeletion()
  @FieldResolver(() => GraphQLDateTimeISO, {
    nullable: true,
    description:
      'When your account will be permanently deleted; until then you can restore it. Null if it is not being deleted, ' +
      'and for other people.',
  })
  deletionAt(@Root() user: UserRow, @Ctx() { viewer }: Context): Date | null {
    return viewer?.userId === user.id ? (viewer.deletionAt ?? null) : null;
  }
}
