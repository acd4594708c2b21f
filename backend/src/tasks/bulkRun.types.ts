import { GraphQLDateTimeISO } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { BulkRunState } from '../../contract/enums.js';
import { describeEnum, orNull } from '../platform/graphql/describe.js';
import { ChangeSetsPayload, payloadOf } from '../platform/graphql/write.js';
import type { Moment } from '../platform/database/rows.js';

describeEnum(BulkRunState, 'BulkRunState', 'The state of a bulk run.', {
  RUNNING: 'In progress.',
  DONE: 'Finished; `message` says if some tasks could not be changed.',
  STOPPED: 'Stopped; the tasks it had changed stay changed.',
  FAILED: 'No task could be changed, or the run could not be finished; `message` says why.',
});

@ObjectType('BulkRun', { description: 'A change of many tasks that runs in the background.' })
export class BulkRunType extends ChangeSetsPayload {
  @Field(() => ID, { description: 'UUID.' })
  id!: string;

  @Field(() => BulkRunState, { description: 'Its state.' })
  state!: BulkRunState;

  @Field(() => Int, { description: 'How many tasks matched when it started.' })
  total!: number;

  @Field(() => Int, { description: 'How many of them have been changed or deleted so far.' })
  done!: number;

  @Field(() => String, orNull('When it has ended: what could not be done, and why.'))
  message!: string | null;

  @Field(() => GraphQLDateTimeISO, { description: 'When it was started.' })
  createdAt!: Moment;

  @Field(() => GraphQLDateTimeISO, orNull('When it ended; null while it is running.'))
  finishedAt!: Moment | null;
}

@ObjectType()
export abstract class BulkRunWrittenType {
  @Field(() => BulkRunType, { description: 'The run as it is now.' })
  run!: BulkRunType;
}

export const StartBulkRunPayload = payloadOf('StartBulkRun', BulkRunWrittenType);
export const StopBulkRunPayload = payloadOf('StopBulkRun', BulkRunWrittenType);
