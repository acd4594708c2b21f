import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { idInputOf, inputOf } from '../platform/graphql/inputOf.js';

@ObjectType('Session', { description: 'One of your active sessions.' })
export class SessionType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, {
    description: 'Browser and system, like `Firefox on Windows`, or the name of a program.',
  })
  device!: string;

  @Field(() => String, { description: 'The IP address of its last use; for IPv6 the /64 prefix.' })
  address!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When the sign-in happened.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last used, to the minute.' })
  lastSeenAt!: Date;

  @Field(() => Boolean, { description: 'Whether it is the session of this request.' })
  current!: boolean;
}

export const RevokeSessionInput = idInputOf('RevokeSession', 'Which session.');

@ObjectType({ description: 'Payload of `revokeSession`.' })
export class RevokeSessionPayload {
  @Field(() => ID, { description: 'The ended session.' })
  sessionId!: string;
}

export const RevokeOtherSessionsInput = inputOf('RevokeOtherSessions');

@ObjectType({ description: 'Payload of `revokeOtherSessions`.' })
export class RevokeOtherSessionsPayload {
  @Field(() => Int, { description: 'How many sessions have ended.' })
  revoked!: number;
}
