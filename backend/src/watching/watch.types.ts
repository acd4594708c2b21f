import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { TaskType } from '../tasks/task.types.js';

const WATCHED_TASK = { task: { type: TaskType, description: 'The task, with its watchers as they are now.' } };

export const WatchTaskInput = inputOf('WatchTask', { ids: { taskId: 'The task.' } });
export const WatchTaskPayload = payloadOf('WatchTask', WATCHED_TASK);

export const UnwatchTaskInput = inputOf('UnwatchTask', { ids: { taskId: 'The task.' } });
export const UnwatchTaskPayload = payloadOf('UnwatchTask', WATCHED_TASK);
