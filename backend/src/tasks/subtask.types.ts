import { SUBTASKS } from '../../contract/limits.js';
import { setParentSchema } from '../../contract/tasks.js';
import { inputOf } from '../platform/graphql/inputOf.js';
import { payloadOf } from '../platform/graphql/write.js';
import { TaskWrittenType } from './task.types.js';

export const SetParentInput = inputOf('SetParent', {
  ids: { id: 'The task.' },
  schema: setParentSchema,
  descriptions: {
    parentId:
      `A task of the same project with fewer than ${SUBTASKS.max} subtasks; null for the top level. There are at most ` +
      `${SUBTASKS.levels} levels, with the task at the top.`,
  },
});

export const SetParentPayload = payloadOf('SetParent', TaskWrittenType);
