import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { BulkRunState } from '../../contract/enums.js';
import { ChangeSetsPayload, payloadOf } from '../kernel/graphql/write.js';
import type { Moment } from '../kernel/rows.js';

registerEnumType(BulkRunState, {
  name: 'BulkRunState',
  description: 'How a change of many tasks stands.',
  valuesConfig: {
    RUNNING: { description: 'Going on, whether or not anybody looks.' },
    DONE: { description: 'Came through; `message` says if some tasks could not be changed.' },
    STOPPED: { description: 'Was stopped; what it had changed stays so.' },
    FAILED: { description: 'Nothing could be changed, or it could not be finished; `message` says why.' },
  },
});

@ObjectType('BulkRun', { description: 'A change of many tasks that goes on by itself.' })
export class BulkRunType extends ChangeSetsPayload {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => BulkRunState, { description: 'How it stands.' })
  state!: BulkRunState;

  @Field(() => Int, { description: 'How many tasks matched at its start.' })
  total!: number;

  @Field(() => Int, { description: 'How many of them are changed or deleted so far.' })
  done!: number;

  @Field(() => String, { nullable: true, description: 'At its end: what could not be done, and why.' })
  message!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was started.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, { nullable: true, description: 'When it ended; null while it goes on.' })
  finishedAt!: Moment | null;
}

@ObjectType()
export abstract class BulkRunWrittenType {
  @Field(() => BulkRunType, { description: 'The run as it is now.' })
  run!: BulkRunType;
}

export const StartBulkRunPayload = payloadOf('StartBulkRun', BulkRunWrittenType);
export const StopBulkRunPayload = payloadOf('StopBulkRun', BulkRunWrittenType);
