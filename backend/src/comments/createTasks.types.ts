import { Field, ObjectType } from 'type-graphql';
import { createTasksSchema, newCommentSchema, newTaskSchema } from '../../contract/createTasks.js';
import { BULK_CREATE, LIMITS } from '../../contract/limits.js';
import { inputObjectOf, inputOf } from '../platform/graphql/inputOf.js';
import { count, oneTo } from '../platform/graphql/limitWords.js';
import { RevisionPayload } from '../platform/graphql/write.js';
import { NEW_TASK } from '../tasks/task.inputs.js';
import { TaskType } from '../tasks/task.types.js';

const NewCommentInput = inputObjectOf('NewCommentInput', 'A comment of a new task.', {
  schema: newCommentSchema,
  descriptions: { text: `${oneTo(LIMITS.commentMax)}.` },
});

const NewTaskInput = inputObjectOf('NewTaskInput', 'One of many new tasks.', {
  schema: newTaskSchema,
  descriptions: {
    ...NEW_TASK,
    comments: {
      type: [NewCommentInput],
      description: `Comments, in order: up to ${BULK_CREATE.commentsOfTask} per task, ${count(BULK_CREATE.comments)} in all.`,
    },
  },
});

export const CreateTasksInput = inputOf('CreateTasks', {
  description: 'Input of `createTasks`. Errors have paths like `tasks.17.title`.',
  schema: createTasksSchema,
  descriptions: {
    projectId: 'The project they belong to.',
    tasks: {
      type: [NewTaskInput],
      description: `Up to ${BULK_CREATE.tasks} tasks, in order.`,
    },
  },
});

@ObjectType({ description: 'Payload of `createTasks`.' })
export class CreateTasksPayload extends RevisionPayload {
  @Field(() => [TaskType], {
    description: 'The new tasks, in the order given. A repeat returns those that still exist.',
  })
  tasks!: TaskType[];
}
