import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { lookupUser } from './user.service.js';
import { UserType } from './user.types.js';

@Resolver()
export class UserResolver {
  @Query(() => UserType, {
    nullable: true,
    description: 'Finds a person by exact email address or username, without case; null if there is none.',
  })
  userLookup(
    @Arg('emailOrUsername', () => String, { description: 'An email address or a username.' }) emailOrUsername: string,
    @Ctx() ctx: Context,
  ) {
    return lookupUser(ctx, emailOrUsername);
  }
}
