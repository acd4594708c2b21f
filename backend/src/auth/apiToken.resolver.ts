import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { type IdInput, Input } from '../kernel/graphql/write.js';
import { type ApiTokenRow, readApiTokens } from './apiToken.reads.js';
import { type ApiTokenMade, createApiToken, revokeApiToken } from './apiToken.service.js';
import {
  ApiTokenType,
  CreateApiTokenInput,
  CreateApiTokenPayload,
  RevokeApiTokenInput,
  RevokeApiTokenPayload,
} from './apiToken.types.js';

@Resolver()
export class ApiTokenResolver {
  @Query(() => [ApiTokenType], { description: 'Your tokens for programs that stand, the newest first; at most 50.' })
  apiTokens(@Ctx() ctx: Context): Promise<ApiTokenRow[]> {
    return readApiTokens(ctx);
  }

  @Mutation(() => CreateApiTokenPayload, {
    description:
      'Makes a token by which a program acts for you. It is told once: repeated under its key this is a CONFLICT.',
  })
  createApiToken(
    @Input(CreateApiTokenInput, 'What for, until when, and the proof that it is you.') input: CreateApiTokenInput,
    @Ctx() ctx: Context,
  ): Promise<ApiTokenMade> {
    return createApiToken(ctx, input);
  }

  @Mutation(() => RevokeApiTokenPayload, {
    description: 'Ends one of your tokens for programs; its sockets close within 2 s.',
  })
  revokeApiToken(
    @Input(RevokeApiTokenInput, 'Which one.') input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<{ apiTokenId: string }> {
    return revokeApiToken(ctx, input.id);
  }
}
