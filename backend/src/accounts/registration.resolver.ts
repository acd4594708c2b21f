import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { Public } from '../platform/graphql/public.js';
import { RegisterInput, RegisterPayload } from '../auth/auth.types.js';
import type { SignedIn } from '../auth/openSession.js';
import type { Context } from '../request/context.js';
import { register } from './registration.service.js';

@Resolver()
export class RegistrationResolver {
  @Public()
  @Mutation(() => RegisterPayload, {
    description:
      'Creates an account and signs in. With `invitation`, the account also joins its project. Where the server does not let ' +
      'everyone sign up: FORBIDDEN without an invitation, or VALIDATION_FAILED at `email` for an address that may not.',
  })
  register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: object,
    @Ctx() ctx: Context,
  ): Promise<SignedIn> {
    return register(ctx, input);
  }
}
