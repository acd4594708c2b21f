import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { type IdInput, Input, type WriteInput } from '../platform/graphql/write.js';
import { type ApiTokenRow, readApiTokens } from './apiToken.reads.js';
import { type CreatedApiToken, createApiToken, revokeApiToken } from './apiToken.service.js';
import {
  ApiTokenType,
  CreateApiTokenInput,
  CreateApiTokenPayload,
  RevokeApiTokenInput,
  RevokeApiTokenPayload,
} from './apiToken.types.js';

@Resolver()
export class ApiTokenResolver {
  @Query(() => [ApiTokenType], { description: 'Your active API tokens, newest first; at most 50.' })
  apiTokens(@Ctx() ctx: Context): Promise<ApiTokenRow[]> {
    return readApiTokens(ctx);
  }

  @Mutation(() => CreateApiTokenPayload, {
    description:
      'Creates an API token with which a program acts for you. The token is returned only once: a repeat with the same key is a CONFLICT.',
  })
  createApiToken(
    @Input(CreateApiTokenInput, 'Name, scope and expiry, and proof of your identity.') input: WriteInput,
    @Ctx() ctx: Context,
  ): Promise<CreatedApiToken> {
    return createApiToken(ctx, input);
  }

  @Mutation(() => RevokeApiTokenPayload, {
    description: 'Revokes one of your API tokens; its sockets close within 2 s.',
  })
  revokeApiToken(
    @Input(RevokeApiTokenInput, 'Which one.') input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<{ apiTokenId: string }> {
    return revokeApiToken(ctx, input.id);
  }
}
