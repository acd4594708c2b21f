import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { Context } from '../kernel/context.js';
import { readSessions, type SessionRow } from './sessions.reads.js';
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
    description: 'Your sign-ins that stand, this one first, then those used last; at most 100.',
  })
  sessions(@Ctx() ctx: Context): Promise<SessionRow[]> {
    return readSessions(ctx);
  }

  @Mutation(() => RevokeSessionPayload, { description: 'Ends one of your sessions; its sockets close within 2 s.' })
  revokeSession(
    @Arg('input', () => RevokeSessionInput, { description: 'Which session.' }) input: RevokeSessionInput,
    @Ctx() ctx: Context,
  ): Promise<RevokeSessionPayload> {
    return revokeSession(ctx, input.id);
  }

  @Mutation(() => RevokeOtherSessionsPayload, {
    description: 'Ends all your sessions but this one, and forgets the devices you have signed in from before.',
  })
  revokeOtherSessions(
    @Arg('input', () => RevokeOtherSessionsInput, { nullable: true, description: 'May be left out.' })
    input: RevokeOtherSessionsInput | null,
    @Ctx() ctx: Context,
  ): Promise<RevokeOtherSessionsPayload> {
    return revokeOtherSessions(ctx);
  }
}
