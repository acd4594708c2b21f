import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import type { Context } from '../request/context.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { asksForVerification, readOwnAccount } from './ownAccount.reads.js';

@Resolver(() => UserType)
export class UserOwnAccountFields {
  @Personal()
  @FieldResolver(() => GraphQLDateTimeISO, {
    nullable: true,
    description: 'Since when your current email address is verified; null if it is not, and for other people.',
  })
  async emailVerifiedAt(@Root() user: UserRow, @Ctx() ctx: Context): Promise<Date | null> {
    return (await readOwnAccount(ctx, user.id))?.emailVerifiedAt ?? null;
  }

  @Personal()
  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      'Whether to ask you to verify your email address: it is not verified, and this server sends mail. Null for other people.',
  })
  async asksForVerification(@Root() user: UserRow, @Ctx() ctx: Context): Promise<boolean | null> {
    return asksForVerification(ctx, await readOwnAccount(ctx, user.id));
  }

  @Personal()
  @FieldResolver(() => Boolean, orNull('Whether you administer this server; null for other people.'))
  async isAdmin(@Root() user: UserRow, @Ctx() ctx: Context): Promise<boolean | null> {
    return (await readOwnAccount(ctx, user.id))?.isAdmin ?? null;
  }
}
