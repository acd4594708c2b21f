import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../request/context.js';
import { orNull } from '../platform/graphql/describe.js';
import type { IdInput, WriteInput } from '../platform/graphql/write.js';
import { readSessions } from './sessions.reads.js';
import { revokeOtherSessions, revokeSession } from './sessions.service.js';
import {
  RevokeOtherSessionsInput,
  RevokeOtherSessionsPayload,
  RevokeSessionInput,
  RevokeSessionPayload,
  SessionType,
} from './sessions.types.js';

@Resolver()
export class SessionResolver {
  @Query(() => [SessionType], {
    description: 'Your active sessions: this one first, then by last use; at most 100.',
  })
  sessions(@Ctx() ctx: Context): Promise<SessionType[]> {
    return readSessions(ctx);
  }

  @Mutation(() => RevokeSessionPayload, { description: 'Ends one of your sessions; its sockets close within 2 s.' })
  revokeSession(
    @Arg('input', () => RevokeSessionInput, { description: 'Which session.' }) input: IdInput,
    @Ctx() ctx: Context,
  ): Promise<RevokeSessionPayload> {
    return revokeSession(ctx, input.id);
  }

  @Mutation(() => RevokeOtherSessionsPayload, {
    description: 'Ends all your sessions but this one, and forgets all other devices.',
  })
  revokeOtherSessions(
    @Arg('input', () => RevokeOtherSessionsInput, orNull('Optional.'))
    input: WriteInput | null,
    @Ctx() ctx: Context,
  ): Promise<RevokeOtherSessionsPayload> {
    return revokeOtherSessions(ctx);
  }
}
