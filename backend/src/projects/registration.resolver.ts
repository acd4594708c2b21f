import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { RegisterInput, RegisterPayload } from '../auth/auth.types.js';
import type { SignedIn } from '../auth/openSession.js';
import type { Context } from '../kernel/context.js';
import { register } from './registration.service.js';

@Resolver()
export class RegistrationResolver {
  @Mutation(() => RegisterPayload, {
    description:
      'Creates an account and signs in. With `invitation`, the account also joins its project. Where the server does not let ' +
      'everyone sign up: FORBIDDEN without an invitation, or VALIDATION_FAILED at `email` for an address that may not.',
  })
  register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: RegisterInput,
    @Ctx() ctx: Context,
  ): Promise<SignedIn> {
    return register(ctx, input);
  }
}
