import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type IdentityRow, readIdentities } from '../auth/identity.reads.js';
import { AllowPendingDeletion } from '../platform/graphql/allowPendingDeletion.js';
import { orNull } from '../platform/graphql/describe.js';
import { Personal } from '../platform/graphql/personal.js';
import { Public } from '../platform/graphql/public.js';
import type { IdInput, WriteInput } from '../platform/graphql/write.js';
import type { Context } from '../request/context.js';
import type { UserRow } from '../users/user.reads.js';
import { UserType } from '../users/user.types.js';
import type { BegunAttempt } from './attempt.js';
import { readHasPassword } from './hasPassword.js';
import { beginOidc, completeOidc, linkIdentity, type OidcResult, unlinkIdentity } from './oidc.service.js';
import {
  BeginOidcInput,
  BeginOidcPayload,
  CompleteOidcInput,
  CompleteOidcPayload,
  Identity,
  LinkIdentityInput,
  LinkIdentityPayload,
  SignInWays,
  UnlinkIdentityInput,
  UnlinkIdentityPayload,
} from './oidc.types.js';
import { signInWays } from './signInWays.js';

@Resolver()
export class OidcResolver {
  @Public()
  @Query(() => SignInWays, { description: 'How people can sign in on this server.' })
  signInWays(@Ctx() { resources }: Context): SignInWays {
    return signInWays(resources.env);
  }

  @Public()
  @Mutation(() => BeginOidcPayload, {
    description:
      'Begins a sign-in at an OpenID Connect provider. Open `url`; the provider returns to the page /oidc of this server ' +
      'with `state`, `code` and perhaps `iss`, for `completeOidc`. UNAVAILABLE while the provider does not answer.',
  })
  beginOidc(
    @Arg('input', () => BeginOidcInput, orNull('Optional.')) input: WriteInput | null,
    @Ctx() ctx: Context,
  ): Promise<BegunAttempt> {
    return beginOidc(ctx, input ?? {});
  }

  @Public()
  @Mutation(() => CompleteOidcPayload, {
    description:
      'Completes a sign-in at a provider, once. It signs in, or creates an account, or returns a challenge if two-factor is ' +
      'on; or it links an identity, or answers a proof. An unknown identity is linked to the account with its email address ' +
      'only if both the provider and the account have verified the address. UNAUTHENTICATED for a forged, expired or used ' +
      'answer, and VALIDATION_FAILED at `state` if you are signed in; FORBIDDEN, in words for people, if there is no ' +
      'account to sign in to.',
  })
  completeOidc(
    @Arg('input', () => CompleteOidcInput, { description: 'The provider’s answer and the verifier.' })
    input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<OidcResult> {
    return completeOidc(ctx, input);
  }

  @Mutation(() => LinkIdentityPayload, {
    description:
      'Begins to link an identity to your account; `completeOidc` in the same session completes it. If the provider has ' +
      'verified the address of your account, the address is then verified here, too.',
  })
  linkIdentity(
    @Arg('input', () => LinkIdentityInput, { description: 'The provider, and proof of your identity.' })
    input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<BegunAttempt> {
    return linkIdentity(ctx, input);
  }

  @Mutation(() => UnlinkIdentityPayload, {
    description: 'Unlinks an identity from your account. CONFLICT for the last way to sign in.',
  })
  unlinkIdentity(
    @Arg('input', () => UnlinkIdentityInput, { description: 'Which identity.' }) input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<UnlinkIdentityPayload> {
    return unlinkIdentity(ctx, input.id);
  }
}

@Resolver(() => UserType)
export class UserIdentityFields {
  @Personal()
  @FieldResolver(() => [Identity], orNull('Your linked accounts at OpenID Connect providers; null for other people.'))
  identities(@Root() user: UserRow, @Ctx() ctx: Context): Promise<IdentityRow[]> | null {
    return ctx.viewer?.userId === user.id ? readIdentities(ctx, ctx.em, user.id) : null;
  }

  @Personal()
  @AllowPendingDeletion()
  @FieldResolver(() => Boolean, orNull('Whether you have a password that works on this server; null for other people.'))
  hasPassword(@Root() user: UserRow, @Ctx() ctx: Context): Promise<boolean> | null {
    return ctx.viewer?.userId === user.id ? readHasPassword(ctx, user.id) : null;
  }
}
