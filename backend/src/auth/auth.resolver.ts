import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context, Viewer } from '../kernel/context.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import { login, logout, me, register, type SignedIn } from './auth.service.js';
import { LoginInput, LoginPayload, LogoutInput, LogoutPayload, RegisterInput, RegisterPayload } from './auth.types.js';

@Resolver()
export class AuthResolver {
  @Query(() => UserType, { description: 'The signed-in person.' })
  me(@Ctx() ctx: Context): Promise<UserRow> {
    return me(ctx);
  }

  @Mutation(() => RegisterPayload, { description: 'Makes an account and signs in.' })
  register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: RegisterInput,
    @Ctx() ctx: Context,
  ): Promise<SignedIn> {
    return register(ctx, input);
  }

  @Mutation(() => LoginPayload, {
    description: 'Signs in. An unknown e-mail and a wrong password are answered alike: UNAUTHENTICATED.',
  })
  login(
    @Arg('input', () => LoginInput, { description: 'Who signs in.' }) input: LoginInput,
    @Ctx() ctx: Context,
  ): Promise<SignedIn> {
    return login(ctx, input);
  }

  @Mutation(() => LogoutPayload, { description: 'Ends the session of this token.' })
  logout(
    @Arg('input', () => LogoutInput, { nullable: true, description: 'May be left out.' }) _input: LogoutInput | null,
    @Ctx() ctx: Context,
  ): Promise<Viewer> {
    return logout(ctx);
  }
}
