import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { WriteInput } from '../kernel/graphql/write.js';

@ObjectType('Session', { description: 'One of your sign-ins that stand.' })
export class SessionType {
  @Field(() => ID, { description: 'UUID version 7.' })
  id!: string;

  @Field(() => String, {
    description: 'Browser and system in words, like `Firefox on Windows`; of a program its name.',
  })
  device!: string;

  @Field(() => String, { description: 'The address it was last used from; of IPv6 the /64.' })
  address!: string;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was signed in.' })
  createdAt!: Date;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was last used, to the minute.' })
  lastSeenAt!: Date;

  @Field(() => Boolean, { description: 'Whether it is the one that asks.' })
  current!: boolean;
}

@InputType({ description: 'Input of `revokeSession`.' })
export class RevokeSessionInput extends WriteInput {
  @Field(() => ID, { description: 'Which session.' })
  id!: string;
}

@ObjectType({ description: 'What `revokeSession` answers.' })
export class RevokeSessionPayload {
  @Field(() => ID, { description: 'The session that has ended.' })
  sessionId!: string;
}

@InputType({ description: 'Input of `revokeOtherSessions`.' })
export class RevokeOtherSessionsInput extends WriteInput {}

@ObjectType({ description: 'What `revokeOtherSessions` answers.' })
export class RevokeOtherSessionsPayload {
  @Field(() => Int, { description: 'How many have ended.' })
  revoked!: number;
}
