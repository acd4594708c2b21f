import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Arg, Ctx, FieldResolver, Mutation, Resolver, Root } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { Personal } from '../kernel/graphql/personal.js';
import { WhileLeaving } from '../kernel/graphql/whileLeaving.js';
import { Input } from '../kernel/graphql/write.js';
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
      'Deletes your account in 14 days, and signs you out everywhere now. Until then a sign-in can ask `me { deletionAt }`, ' +
      '`restoreAccount`, downloads of your data and `logout`; everything else is FORBIDDEN. VALIDATION_FAILED at `projects` names those of which ' +
      'you have to say what becomes of them.',
  })
  deleteAccount(
    @Input(DeleteAccountInput, 'The password, and what becomes of your projects.') input: DeleteAccountInput,
    @Ctx() ctx: Context,
  ): Promise<AccountDeletion> {
    return deleteAccount(ctx, input);
  }

  @WhileLeaving()
  @Mutation(() => RestoreAccountPayload, {
    description:
      'Takes back that your account is being deleted, with the projects that were deleted along with it. What was handed ' +
      'over stays with its new owner.',
  })
  async restoreAccount(
    @Arg('input', () => RestoreAccountInput, { nullable: true, description: 'May be left out.' })
    _input: RestoreAccountInput | null,
    @Ctx() ctx: Context,
  ): Promise<{ user: UserRow }> {
    return { user: await restoreAccount(ctx) };
  }
}

/** What deleting an account adds to a person. */
@Resolver(() => UserType)
export class UserDeletionFields {
  @Personal()
  @WhileLeaving()
  @FieldResolver(() => GraphQLDateTimeISO, {
    nullable: true,
    description:
      'When your account is deleted for good, until when you can restore it; null where you do not delete it, and for ' +
      'everybody but oneself.',
  })
  deletionAt(@Root() user: UserRow, @Ctx() { viewer }: Context): Date | null {
    return viewer?.userId === user.id ? (viewer.deletionAt ?? null) : null;
  }
}
