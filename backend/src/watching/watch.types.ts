import { Field, ObjectType } from 'type-graphql';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { TaskType } from '../tasks/task.types.js';

@ObjectType()
abstract class WatchWrittenType {
  @Field(() => TaskType, { description: 'The task, with its watchers as they are now.' })
  task!: TaskType;
}

export const WatchTaskInput = inputOf('WatchTask', { ids: { taskId: 'The task.' } });
export const WatchTaskPayload = payloadOf('WatchTask', WatchWrittenType);

export const UnwatchTaskInput = inputOf('UnwatchTask', { ids: { taskId: 'The task.' } });
export const UnwatchTaskPayload = payloadOf('UnwatchTask', WatchWrittenType);
